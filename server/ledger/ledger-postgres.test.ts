import { afterAll } from "vitest"
import { freshPostgres } from "../../testing/postgres.ts"
import { openDatabase } from "../store/database.ts"
import { testLedger } from "./test-ledger.ts"

const postgres = await freshPostgres()
afterAll(() => postgres?.close())

testLedger("PostgreSQL", postgres && (() => openDatabase({ databaseUrl: postgres.url, dataDir: "" })))
