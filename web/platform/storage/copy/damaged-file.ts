import { loadDamaged, type DamageNote } from "../damaged-rows.ts"
import { sharedDatabase } from "../database.ts"
import { encodeRow } from "./encode-row.ts"
import { readLocalEntries } from "./local-entries.ts"

/** All that was put aside as damaged; none where there is no database. */
export async function damagedRows(): Promise<readonly DamageNote[]> {
  const database = await sharedDatabase()
  return database === undefined ? [] : loadDamaged(database)
}

/** The damaged records in the form they were found in, as a file. */
export async function damagedFile(): Promise<Blob> {
  const { secretWords } = readLocalEntries()
  const rows = await Promise.all((await damagedRows()).map(async (note) => (await encodeRow(note, secretWords)).json))
  const head = `{"product":"prosa","kind":"damaged","version":1,"records":[`
  return new Blob([head, rows.join(","), "]}"], { type: "application/json" })
}
