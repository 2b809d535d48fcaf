import { createHmac } from "node:crypto"
import type { Database } from "../store/sql.ts"

const readMark = "select value from deployment where name = 'pepper'"
const writeMark =
  "insert into deployment (name, value) values ('pepper', ?) on conflict (name) do update set value = excluded.value"
const anyCode = "select id from access_code limit 1"

/**
 * Whether the codes of this database were made with this pepper: with another one each of them would be unknown, and two
 * servers on one database would each refuse the other's. The database remembers a mark of it; one without codes takes the
 * pepper it is opened with. An error is a sentence for the operator.
 */
export async function checkPepper(database: Database, pepper: string): Promise<string | undefined> {
  const mark = createHmac("sha256", pepper).update("prosa pepper mark").digest("base64url")
  return database.transaction(async (sql) => {
    const known = await sql.get<{ value: string }>(readMark)
    if (known?.value === mark) return undefined
    if (known !== undefined && (await sql.get(anyCode))) return otherPepper
    await sql.run(writeMark, [mark])
    return undefined
  })
}

const otherPepper =
  "the access codes in this database were made with another pepper: set ACCESS_PEPPER to the one they were made with, the same for every server of this database (it is in the file `pepper` of the DATA_DIR of the server that made them)"
