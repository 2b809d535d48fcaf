import { afterAll } from "vitest"
import { freshPostgres } from "../../../testing/postgres.ts"
import { tempFolder } from "../../../testing/temp-folder.ts"
import { testCatalogueStore } from "../../../testing/test-catalogue-store.ts"

const postgres = await freshPostgres()
afterAll(() => postgres?.close())

testCatalogueStore("SQLite", { dataDir: tempFolder("prosa-catalogue") })
testCatalogueStore("PostgreSQL", postgres && { databaseUrl: postgres.url, dataDir: "" })
