import { fieldsOf, textsOf } from "#core/lib/fields.ts"
import { isRecordId } from "#core/lib/record-id.ts"
import { missingRows } from "#core/portable/copy-losses.ts"
import type { Outcome } from "#core/portable/imported-chat.ts"
import { laterStamp, nextStamp } from "#core/storage/stamp.ts"
import type { SyncKind } from "#core/sync/sync-record.ts"
import { ask, inWhole, remainsKey } from "../storage/change-stores.ts"
import type { ProsaDatabase } from "../storage/database.ts"
import { readPeers, self } from "../storage/record-writer.ts"
import { rowKinds } from "../sync/collect-changes.ts"
import { tellTabs } from "./import-store.ts"
import { decodeRow } from "./decode-row.ts"
import type { RestoreLosses } from "./import-messages.ts"
import type { CopyImage } from "./found-assets.ts"
import { ImportError } from "./import-error.ts"
import { pictureTypeOf } from "./picture-bytes.ts"
import type { OpenedFiles } from "./read-import.ts"
import type { FoundCopy, ReadingSink } from "./read-text.ts"
import { aliveRow, joinRows, latestIn, restored, usableRow, type Restored } from "./restored-row.ts"

/** Stores that are not emptied. What was deleted here stays so, unless it is restored. */
const staying: ReadonlySet<string> = new Set(["peers", "settings", "graves"])

/** Stores whose rows go to other devices. */
const synced: ReadonlySet<string> = new Set<SyncKind>([...rowKinds, "messages"])

/** Of the settings of the database only these are anybody's own; the rest is the other device's housekeeping. */
const ownSettings: ReadonlySet<unknown> = new Set(["order", "currentId"])

interface Kept {
  readonly store: Restored
  readonly row: unknown
}

export interface Restoring {
  readonly database: ProsaDatabase
  readonly opened: OpenedFiles
  /** Everything here goes first; else what is here and what comes are joined. */
  readonly isReplacing: boolean
  /** Whether what was deleted here may be known as deleted somewhere else, too: this browser syncs. */
  readonly isShared: boolean
  readonly progress: (done: number, whole: number) => void
}

/**
 * Puts the rows of a copy back. All rows or none; then the pictures, which are files of their own. A row or a picture that cannot be
 * used costs itself, and is counted. What was deleted here since lives anew.
 */
export async function restoreCopy({
  database,
  opened,
  isReplacing,
  isShared,
  progress,
}: Restoring): Promise<RestoreLosses> {
  const rows: Kept[] = []
  const read = new Map<string, number>()
  const copies: FoundCopy[] = []
  const sink: ReadingSink = {
    take: async (outcomes) => {
      const kept = outcomes.flatMap(keptRow)
      for (const { store } of kept) read.set(store, (read.get(store) ?? 0) + 1)
      rows.push(...kept)
    },
    progress: (done) => progress(done / 2, opened.wholeBytes),
    otherFile: () => {},
    cutFile: () => {},
    copy: (found) => void copies.push(found),
    isCancelled: () => false,
  }
  await opened.read(sink)
  const [copy] = copies
  // Nothing here goes for a file that is no copy.
  if (copy === undefined) throw new ImportError("unsupported")
  const { sessions, removed, damaged } = await putRows({ database, isReplacing, isShared }, rows)
  try {
    await putPictures(database, copy.images, (part) =>
      progress(opened.wholeBytes * (0.5 + part / 2), opened.wholeBytes),
    )
  } finally {
    // The page that restores is loaded again; the others follow.
    tellTabs(sessions, removed)
  }
  const named = rows.flatMap(({ store, row }) => (store === "images" ? textsOf([fieldsOf(row)["id"]]) : []))
  const ids = [...new Set([...named, ...copy.images.map(({ id }) => id)])]
  const { store: stored } = database.transaction("images")
  const here = await Promise.all(ids.map((id) => stored.getKey(id)))
  const records = restored.filter((store) => store !== "images")
  return {
    lostRecords: damaged + missingRows(records, copy.counts, read),
    lostPictures: here.filter((key) => key === undefined).length,
  }
}

/** Stores the pictures of a copy, one after the other. One that cannot be read, or is none, costs itself. */
async function putPictures(
  database: ProsaDatabase,
  images: readonly CopyImage[],
  progress: (part: number) => void,
): Promise<void> {
  for (const [at, { id, open }] of images.entries()) {
    // oxlint-disable-next-line no-await-in-loop -- one picture at a time is little memory
    const blob = await open().then(pictureOf, () => undefined)
    // oxlint-disable-next-line no-await-in-loop
    if (blob !== undefined) await database.put("images", { id, blob })
    progress((at + 1) / images.length)
  }
}

function keptRow(outcome: Outcome): readonly Kept[] {
  if (outcome.kind !== "row") return []
  const store = restored.find((name) => name === outcome.store)
  return store === undefined ? [] : [{ store, row: decodeRow(outcome.row) }]
}

async function putRows(
  { database, isReplacing, isShared }: Omit<Restoring, "opened" | "progress">,
  rows: readonly Kept[],
) {
  const names = [...restored, "graves", "kept", "journal", "peers"] as const
  const write = database.transaction(names, "readwrite")
  return inWhole(write, async () => {
    const peers = write.objectStore("peers")
    const { clock, remotes } = readPeers(await peers.getAll())
    const { device } = clock
    let latest = clock.last
    for (const { row } of rows) latest = laterStamp(latest, latestIn(fieldsOf(row)["sync"]))
    const stamp = nextStamp({ device, ...(latest === undefined ? {} : { last: latest }) }, Date.now())
    // Of what takes the place of all, nobody can tell here what was deleted elsewhere meanwhile: all of it lives from now on.
    const isAllAnew = isReplacing && (isShared || remotes.length > 0)
    const before = isReplacing ? await write.objectStore("sessions").getAllKeys() : []
    if (isReplacing) {
      for (const name of names) if (!staying.has(name)) ask(write.objectStore(name).clear())
      for (const key of ["order", "currentId"]) ask(write.objectStore("settings").delete(key))
    }
    let damaged = 0
    const sessions = new Set<string>()
    const keep = (name: Restored, row: object) => {
      if (name === "sessions") {
        const id = String(fieldsOf(row)["id"])
        sessions.add(id)
        // Its messages are not to be removed any more, had it been deleted here.
        ask(write.objectStore("settings").delete(remainsKey(id)))
      }
      ask(write.objectStore(name).put(row as never))
    }
    for (const { store, row } of rows) {
      if (store === "settings") {
        const { key, value } = fieldsOf(row)
        if (isReplacing && ownSettings.has(key)) ask(write.objectStore("settings").put(value, String(key)))
        continue
      }
      const usable = usableRow(store, row)
      // Pictures come as files of their own: it is not their rows that are lost.
      if (usable === undefined && store === "images") continue
      if (usable === undefined) {
        damaged += 1
        continue
      }
      const key = store === "drafts" || store === "attachments" ? usable["sessionId"] : usable["id"]
      if (!isRecordId(key)) {
        damaged += 1
        continue
      }
      const here = isReplacing ? undefined : await write.objectStore(store).get(key)
      const grave = await write.objectStore("graves").get([store, key])
      if (grave !== undefined) ask(write.objectStore("graves").delete([store, key]))
      if (here !== undefined) {
        const joined = joinRows(store, here, usable)
        if (joined !== undefined) keep(store, joined)
        continue
      }
      const isAnew = grave !== undefined || (isAllAnew && synced.has(store))
      keep(store, isAnew ? aliveRow(store, usable, stamp) : usable)
    }
    ask(peers.put({ name: self, device, last: stamp }))
    // Nobody knows what of it has been sent where: it is compared anew.
    ask(peers.delete(IDBKeyRange.bound("remote:", "remote;", false, true)))
    return { damaged, sessions: [...sessions], removed: before.filter((id) => !sessions.has(id)) }
  })
}

/** A picture by its bytes, whatever the file calls it: a page that is named a picture is none. */
async function pictureOf(file: Blob): Promise<Blob | undefined> {
  const type = await pictureTypeOf(file)
  return type === undefined ? undefined : new Blob([file], { type })
}
