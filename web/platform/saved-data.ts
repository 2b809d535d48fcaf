import { databaseName } from "./database.ts"
import { markSettingsAdopted } from "./settings-adopted.ts"
import { forgetTab } from "./tab-storage.ts"

/** Keys of ours in `localStorage` that do not begin with the product's prefix. */
const plainKeys = ["lang", "theme", "banner-dismissed", "__anon_session__"]
const prefix = "nk-"

/** Everything this browser has stored of the product, as JSON; pictures as data URLs. */
export async function collectSavedData(): Promise<string> {
  const stores = await readStores().catch(() => ({}))
  const local = Object.fromEntries(ownKeys().map((key) => [key, localStorage.getItem(key)]))
  return JSON.stringify({ product: "prosa", version: 1, savedAt: new Date().toISOString(), local, stores })
}

/** Removes everything this browser has stored of the product. Open tabs must be loaded again afterwards. */
export async function wipeSavedData(): Promise<void> {
  for (const key of ownKeys()) localStorage.removeItem(key)
  forgetTab(prefix)
  // Else what the app before this one left would come back.
  markSettingsAdopted()
  await new Promise<void>((resolve) => {
    const request = indexedDB.deleteDatabase(databaseName)
    // Blocked by another tab that does not let go: it goes as soon as that one closes.
    request.onsuccess = request.onerror = request.onblocked = () => resolve()
  })
}

function ownKeys(): string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(prefix) || plainKeys.includes(key))
  } catch {
    return []
  }
}

/** Reads the database as it is, whatever its version: this is for when the rest of the page cannot. */
async function readStores(): Promise<Readonly<Record<string, readonly unknown[]>>> {
  const database = await promised(indexedDB.open(databaseName))
  try {
    const stores: Record<string, unknown[]> = {}
    for (const name of database.objectStoreNames) {
      const rows: unknown[] = await promised(database.transaction(name).objectStore(name).getAll())
      stores[name] = await Promise.all(rows.map(withoutBlobs))
    }
    return stores
  } finally {
    database.close()
  }
}

/** A row as JSON can hold it. */
async function withoutBlobs(row: unknown): Promise<unknown> {
  if (typeof row !== "object" || row === null) return row
  const fields = Object.entries(row).map(async ([name, value]) => [
    name,
    value instanceof Blob ? await dataUrl(value) : value,
  ])
  return Object.fromEntries(await Promise.all(fields)) as unknown
}

function dataUrl(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(typeof reader.result === "string" ? reader.result : "")
    reader.onerror = () => reject(reader.error ?? new Error("a stored picture cannot be read"))
    reader.readAsDataURL(blob)
  })
}

function promised<Value>(request: IDBRequest<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error("the stored data cannot be read"))
  })
}
