import type { IDBPTransaction } from "idb"
import { sharedDatabase, type ProsaSchema } from "./database.ts"

/** How long a picture that nothing names is kept, in ms: longer than any deletion can be undone, in every tab. */
export const unusedKeptMs = 30_000

/** Stores of collections whose records may name pictures anywhere in them, such as in a mask's messages. */
const namingStores = ["masks", "drawings", "kept"] as const

const sweptStores = ["images", "messages", "attachments", "settings", ...namingStores] as const

type Sweep = IDBPTransaction<ProsaSchema, (typeof sweptStores)[number][], "readwrite">

/** The row of the settings that says since when each picture has had no use; epoch ms by id. */
const unusedRow = "unused-images"

/**
 * Takes away the pictures that no message, no draft and no other record has named for `unusedKeptMs`, and notes those that nothing names
 * now. Resolves to how many were noted: they are due for another look. Copies of a conversation name the same picture.
 * `alsoNamed`: what is named outside of the stored messages.
 */
export async function sweepImages(now: number, alsoNamed: ReadonlySet<string>): Promise<number> {
  const database = await sharedDatabase()
  if (database === undefined || (await database.count("images")) === 0) return 0
  const sweep: Sweep = database.transaction([...sweptStores], "readwrite")
  const images = sweep.objectStore("images")
  const settings = sweep.objectStore("settings")
  const before = readTimes(await settings.get(unusedRow))
  const unused = new Map<string, number>()
  const inRecords = await namedInRecords(sweep)
  for (const id of await images.getAllKeys()) {
    // A name that is no text was never given by a message.
    if (typeof id !== "string" || alsoNamed.has(id) || inRecords.has(id) || (await isNamed(sweep, id))) continue
    const since = before.get(id) ?? now
    if (now - since >= unusedKeptMs) await images.delete(id)
    else unused.set(id, since)
  }
  await settings.put(Object.fromEntries(unused), unusedRow)
  await sweep.done
  return unused.size
}

/** The pictures that records of collections name. */
async function namedInRecords(sweep: Sweep): Promise<ReadonlySet<string>> {
  const rows: readonly unknown[][] = await Promise.all(namingStores.map((name) => sweep.objectStore(name).getAll()))
  const texts = JSON.stringify(rows).matchAll(/nk-image:([\w-]+)/g)
  return new Set([...texts].map(([, id = ""]) => id))
}

async function isNamed(sweep: Sweep, id: string): Promise<boolean> {
  const messages = await sweep.objectStore("messages").index("by-image").count(id)
  return messages > 0 || (await sweep.objectStore("attachments").index("by-image").count(id)) > 0
}

function readTimes(value: unknown): ReadonlyMap<string, number> {
  if (typeof value !== "object" || value === null) return new Map()
  return new Map(Object.entries(value).filter((entry): entry is [string, number] => typeof entry[1] === "number"))
}
