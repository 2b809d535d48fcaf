import { useStore } from "zustand"
import { createStore } from "zustand/vanilla"
import type { Attachment } from "#core/conversation/attachment.ts"
import { presentableFileName } from "#core/conversation/file-name.ts"
import { loadAttachments, saveAttachments } from "../platform/storage/image-storage.ts"
import { newId } from "../platform/browser/new-id.ts"
import type { FileTrouble } from "../platform/files/read-file.ts"
import { isNeverStored, whoHoldsUnsent } from "./conversation-list.ts"
import { whenGivenWay } from "./given-way.ts"
import { startConversations } from "./start-conversations.ts"
import { reportDamaged } from "./damage.ts"
import { reportStorage, storageStore } from "./storage-state.ts"

/** An item of the tray above the message field: attached, being read, or refused with the reason. */
export type TrayItem =
  | Attachment
  | { readonly kind: "reading"; readonly id: string; readonly name: string }
  | {
      readonly kind: "refused"
      readonly id: string
      readonly name: string
      readonly trouble: FileTrouble | "too-many"
      readonly pages?: number
      readonly limitBytes?: number
    }

/** The most attachments of one message. */
export const mostAttachments = 20

const none: readonly TrayItem[] = []

/** Trays by session. A file is read to its end even if the user opens another conversation. */
export const attachmentStore = createStore<Readonly<Record<string, readonly TrayItem[]>>>(() => ({}))

export function useTray(sessionId: string): readonly TrayItem[] {
  return useStore(attachmentStore, (trays) => trays[sessionId] ?? none)
}

export function trayOf(sessionId: string): readonly TrayItem[] {
  return attachmentStore.getState()[sessionId] ?? none
}

export function readyAttachments(tray: readonly TrayItem[]): readonly Attachment[] {
  return tray.filter((item) => item.kind === "image" || item.kind === "file")
}

/** Whether a tray has something to send, or soon will. */
export function hasFiles(tray: readonly TrayItem[]): boolean {
  return tray.some(({ kind }) => kind !== "refused")
}

whoHoldsUnsent((sessionId) => hasFiles(trayOf(sessionId)))

/** Calls back when an item was removed from a tray. */
export function onTrayChange(changed: () => void): () => void {
  return attachmentStore.subscribe(changed)
}

/** Restores the attachments from before a reload. */
export async function restoreTray(sessionId: string): Promise<void> {
  if (attachmentStore.getState()[sessionId] !== undefined) return
  await startConversations()
  const stored = await loadAttachments(sessionId, reportDamaged).catch((trouble: unknown) => {
    reportStorage(trouble)
    return []
  })
  // It may have been asked for twice.
  const missing = stored.filter(({ id }) => !trayOf(sessionId).some((item) => item.id === id))
  if (missing.length > 0) change(sessionId, (tray) => [...missing, ...tray], false)
}

/**
 * Attaches files in the given order. They are read in the browser one after the other, to limit memory on a phone.
 * `folders`: those that are no files.
 */
export async function attachFiles(
  sessionId: string,
  files: readonly File[],
  folders: ReadonlySet<File> = new Set(),
): Promise<void> {
  const items = files.map(({ name }) => ({ kind: "reading", id: newId(), name: presentableFileName(name) }) as const)
  change(sessionId, (tray) => [...tray.filter((item) => item.kind !== "refused"), ...items])
  for (const [index, file] of files.entries()) {
    const reading = items[index]
    if (reading === undefined) continue
    const position = trayOf(presentTray(sessionId))
      .filter((item) => item.kind !== "refused")
      .indexOf(reading)
    // The item was removed while others were read.
    if (position === -1) continue
    const refused = (trouble: FileTrouble | "too-many"): TrayItem => ({ ...reading, kind: "refused", trouble })
    // Without a connection the reader's code may be missing: then the file is refused with a notice, and the next one asks again.
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    const reader = await import("./read-attachment.ts").catch(() => undefined)
    const item = folders.has(file)
      ? refused("folder")
      : position >= mostAttachments
        ? refused("too-many")
        : ((await reader?.readAttachment(reading, file, isNeverStored(presentTray(sessionId)))) ??
          refused("not-loaded"))
    change(presentTray(sessionId), (tray) => tray.map((one) => (one.id === reading.id ? item : one)))
  }
}

/** Attaches what was read before: a picture of the store, or what a message had. The tray is restored first, or it would be lost. */
export async function attachAgain(sessionId: string, attachments: readonly Attachment[]): Promise<void> {
  if (attachments.length === 0) return
  await restoreTray(sessionId)
  change(sessionId, (tray) => [...tray, ...attachments])
}

export function removeFromTray(sessionId: string, id: string): void {
  change(sessionId, (tray) => tray.filter((item) => item.id !== id))
}

/** The new conversation of each moved tray. */
const movedTo = new Map<string, string>()

function presentTray(sessionId: string): string {
  return movedTo.get(sessionId) ?? sessionId
}

/** Moves the attachments to another conversation; files that are still being read follow. */
export function moveTray(from: string, to: string): void {
  const moved = trayOf(from)
  change(from, () => none, false)
  movedTo.set(from, to)
  change(to, (tray) => [...tray, ...moved])
}

whenGivenWay((from, to) => void carryTray(from, to))

/** What was attached before it was known which conversation this is goes along to the one that it is. */
async function carryTray(from: string, to: string): Promise<void> {
  if (trayOf(from).length === 0) return
  await restoreTray(to)
  moveTray(from, to)
  save(from)
}

/** Empties a tray after sending; refusals stay until they are closed or something else is attached. */
export function emptyTray(sessionId: string): void {
  change(sessionId, () => none)
}

function change(sessionId: string, changed: (tray: readonly TrayItem[]) => readonly TrayItem[], isSaved = true): void {
  const before = trayOf(sessionId)
  const after = changed(before)
  attachmentStore.setState({ [sessionId]: after })
  const ready = readyAttachments(after)
  const known = new Set(readyAttachments(before))
  if (isSaved && !isNeverStored(sessionId) && (ready.length !== known.size || ready.some((item) => !known.has(item)))) {
    save(sessionId)
  }
}

/** Trays that could not be stored. They are tried again as soon as the storage takes something. */
const owed = new Set<string>()
storageStore.subscribe(({ state }) => {
  if (state === "ready") for (const sessionId of owed) save(sessionId)
})

function save(sessionId: string): void {
  owed.delete(sessionId)
  void saveAttachments(sessionId, readyAttachments(trayOf(sessionId))).catch((trouble: unknown) => {
    owed.add(sessionId)
    reportStorage(trouble)
  })
}
