import { afterAll } from "vitest"
import { freshPostgres } from "../../testing/postgres.ts"
import { openDatabase } from "./database.ts"
import { testDatabase } from "../../testing/test-database.ts"

const postgres = await freshPostgres()
afterAll(() => postgres?.close())

testDatabase("PostgreSQL", postgres && (() => openDatabase({ databaseUrl: postgres.url, dataDir: "" })))
