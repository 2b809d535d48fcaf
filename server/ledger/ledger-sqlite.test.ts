import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll } from "vitest"
import { testLedger } from "../../testing/ledger/test-ledger.ts"
import { testStatement } from "../../testing/ledger/test-statement.ts"

const dataDir = mkdtempSync(join(tmpdir(), "prosa-ledger-"))
afterAll(() => rmSync(dataDir, { recursive: true }))

testLedger("SQLite", { dataDir })
testStatement("SQLite", { dataDir })
