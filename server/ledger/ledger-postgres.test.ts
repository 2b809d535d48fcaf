import { afterAll } from "vitest"
import { freshPostgres } from "../../testing/postgres.ts"
import { testLedger } from "./test-ledger.ts"
import { testStatement } from "./test-statement.ts"

const postgres = await freshPostgres()
afterAll(() => postgres?.close())

testLedger("PostgreSQL", postgres && { databaseUrl: postgres.url, dataDir: "" })
testStatement("PostgreSQL", postgres && { databaseUrl: postgres.url, dataDir: "" })
