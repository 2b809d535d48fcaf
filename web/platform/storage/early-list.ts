import { databaseName, databaseVersion } from "./database-version.ts"
import { tabChannelName } from "./tab-channel.ts"

/*
 * The stored conversations, asked for by the script that runs before the first paint: the browser reads thousands of rows
 * on a thread of its own while the application is still being loaded and started.
 */

/** The early request for the list of chats, until the application takes it. */
interface EarlyList {
  database: IDBDatabase | undefined
  request: IDBRequest<unknown[]> | undefined
  /** Another tab wrote since. */
  isStale: boolean
  readonly channel: BroadcastChannel
  /** Resolves once it is known whether there is a database that can be used. */
  readonly opened: Promise<void>
}

declare global {
  interface Window {
    prosaEarlyList?: EarlyList
  }
}

/** Called before the application is there. Where anything fails, the application opens and reads the database itself. */
export function readListEarly(): void {
  try {
    // On a first visit there is nothing to read, and looking would make an empty database.
    if (localStorage.length === 0) return
    const channel = new BroadcastChannel(tabChannelName)
    const open = indexedDB.open(databaseName)
    const opened = new Promise<void>((resolve) => {
      open.onerror = () => resolve()
      // There is none: the application makes it.
      open.onupgradeneeded = () => open.transaction?.abort()
      open.onsuccess = () => {
        const { result } = open
        if (result.version === databaseVersion) {
          early.database = result
          early.request = result.transaction("sessions").objectStore("sessions").getAll()
          // Nobody uses it yet: a tab that needs it for itself gets it.
          result.onversionchange = () => {
            result.close()
            early.database = undefined
          }
        } else result.close()
        resolve()
      }
    })
    const early: EarlyList = { database: undefined, request: undefined, isStale: false, channel, opened }
    channel.onmessage = () => (early.isStale = true)
    window.prosaEarlyList = early
  } catch {
    // No database, or nothing that may be stored.
  }
}

/** The open database, whose `onversionchange` is the taker's from now on, and the rows that were asked for. */
export interface TakenList {
  readonly database: IDBDatabase
  /** The rows of the store `sessions`; undefined where they could not be read, or another tab has written meanwhile. */
  readonly rows: () => Promise<readonly unknown[] | undefined>
}

/** Takes what was asked for early; undefined where it was not, or cannot be used. */
export async function takeEarlyList(): Promise<TakenList | undefined> {
  const early = window.prosaEarlyList
  if (early === undefined) return undefined
  delete window.prosaEarlyList
  await early.opened
  const { database, request, channel } = early
  if (database === undefined || request === undefined) {
    channel.close()
    return undefined
  }
  return {
    database,
    async rows() {
      await new Promise((resolve) => {
        if (request.readyState === "done") return resolve(undefined)
        request.onsuccess = request.onerror = resolve
      })
      channel.close()
      return early.isStale || request.error ? undefined : request.result
    },
  }
}
