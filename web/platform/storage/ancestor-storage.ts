import { parseJson } from "#core/lib/fields.ts"
import { ancestorDatabase } from "./settings-adopted.ts"

/** The store of its database: one record a store of the app, a JSON text. */
const storeName = "keyval"

/**
 * A record of the app this one comes from, by its names, the first that is there: from the database it used, else from
 * `localStorage`. Undefined where nothing is, or where the browser does not tell which databases there are: opening one
 * that is not there would make it.
 */
export async function readAncestorRecord(names: readonly string[]): Promise<unknown> {
  const fromDatabase = await readDatabase(names).catch(() => undefined)
  // This page has a record of that name itself by now; what the app before it had left there was read at the start.
  const plain = names.filter((name) => name !== "nk-access-control")
  return fromDatabase ?? plain.map(readPlain).find((value) => value !== undefined)
}

async function readDatabase(names: readonly string[]): Promise<unknown> {
  const databases = await indexedDB.databases()
  if (!databases.some(({ name }) => name === ancestorDatabase)) return undefined
  const database = await promised(indexedDB.open(ancestorDatabase))
  try {
    if (!database.objectStoreNames.contains(storeName)) return undefined
    const store = database.transaction(storeName).objectStore(storeName)
    const records = await Promise.all(names.map((name) => promised<unknown>(store.get(name))))
    return records.map(parsed).find((value) => value !== undefined)
  } finally {
    database.close()
  }
}

function readPlain(name: string): unknown {
  try {
    return parsed(localStorage.getItem(name))
  } catch {
    return undefined
  }
}

function parsed(text: unknown): unknown {
  const value = typeof text === "string" ? parseJson(text) : undefined
  return typeof value === "object" && value !== null ? value : undefined
}

function promised<Value>(request: IDBRequest<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error("the ancestor's data cannot be read"))
  })
}
