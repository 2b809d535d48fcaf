import type { IDBPTransaction } from "idb"
import { sharedDatabase, type ProsaSchema } from "./database.ts"

/** How long a picture that nothing names is kept, in ms: longer than any deletion can be undone, in every tab. */
export const unusedKeptMs = 30_000

type Sweep = IDBPTransaction<ProsaSchema, ("images" | "messages" | "attachments" | "settings")[], "readwrite">

/** The row of the settings that says since when each picture has had no use; epoch ms by id. */
const unusedRow = "unused-images"

/**
 * Takes away the pictures that no message and no draft has named for `unusedKeptMs`, and notes those that nothing names
 * now. Resolves to how many were noted: they are due for another look. Copies of a conversation name the same picture.
 * `alsoNamed`: what is named outside of the stored messages.
 */
export async function sweepImages(now: number, alsoNamed: ReadonlySet<string>): Promise<number> {
  const database = await sharedDatabase()
  if (database === undefined || (await database.count("images")) === 0) return 0
  const sweep: Sweep = database.transaction(["images", "messages", "attachments", "settings"], "readwrite")
  const images = sweep.objectStore("images")
  const settings = sweep.objectStore("settings")
  const before = readTimes(await settings.get(unusedRow))
  const unused = new Map<string, number>()
  for (const id of await images.getAllKeys()) {
    // A name that is no text was never given by a message.
    if (typeof id !== "string" || alsoNamed.has(id) || (await isNamed(sweep, id))) continue
    const since = before.get(id) ?? now
    if (now - since >= unusedKeptMs) await images.delete(id)
    else unused.set(id, since)
  }
  await settings.put(Object.fromEntries(unused), unusedRow)
  await sweep.done
  return unused.size
}

async function isNamed(sweep: Sweep, id: string): Promise<boolean> {
  const messages = await sweep.objectStore("messages").index("by-image").count(id)
  return messages > 0 || (await sweep.objectStore("attachments").index("by-image").count(id)) > 0
}

function readTimes(value: unknown): ReadonlyMap<string, number> {
  if (typeof value !== "object" || value === null) return new Map()
  return new Map(Object.entries(value).filter((entry): entry is [string, number] => typeof entry[1] === "number"))
}
