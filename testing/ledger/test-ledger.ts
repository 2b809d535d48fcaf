/** The promises of the books, kept on every engine: `testLedger` is run by a test file per database. */
import { describe } from "vitest"
import type { DatabaseOptions } from "../../server/store/database.ts"
import { Books } from "./test-books.ts"
import { testDeadServers } from "./test-dead-servers.ts"
import { testFreeRuns } from "./test-free-runs.ts"
import { testHolds } from "./test-holds.ts"
import { testWallets } from "./test-wallets.ts"
import { testBooks } from "./test-whole-books.ts"

/** Without a database to open, the promises are listed as skipped. */
export function testLedger(engine: string, options: DatabaseOptions | undefined): void {
  describe.skipIf(options === undefined)(`the books on ${engine}`, () => {
    const books = new Books(options)
    testHolds(books)
    testWallets(books)
    testFreeRuns(books)
    testDeadServers(books)
    testBooks(books)
  })
}
