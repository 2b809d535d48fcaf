import { useStore } from "zustand"
import { createStore } from "zustand/vanilla"
import type { Attachment } from "#core/conversation/attachment.ts"
import { presentableFileName } from "#core/conversation/file-name.ts"
import { loadAttachments, saveAttachments } from "../platform/image-storage.ts"
import { newId } from "../platform/new-id.ts"
import type { FileTrouble } from "../platform/read-file.ts"
import { conversationStore, startConversations } from "./conversation-store.ts"
import { reportDamaged } from "./damage.ts"
import { reportStorage, storageStore } from "./storage-state.ts"

/** What stands in the tray above the field: attached, still being read, or refused with the reason. */
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

/** Most things that can be attached to one message. */
export const mostAttachments = 20

const none: readonly TrayItem[] = []

/** By session. Reading a file goes on when the reader looks at another conversation. */
const attachmentStore = createStore<Readonly<Record<string, readonly TrayItem[]>>>(() => ({}))

export function useTray(sessionId: string): readonly TrayItem[] {
  return useStore(attachmentStore, (trays) => trays[sessionId] ?? none)
}

export function trayOf(sessionId: string): readonly TrayItem[] {
  return attachmentStore.getState()[sessionId] ?? none
}

export function readyAttachments(tray: readonly TrayItem[]): readonly Attachment[] {
  return tray.filter((item) => item.kind === "image" || item.kind === "file")
}

/** Whether a tray holds something to send, or is about to. */
export function hasFiles(tray: readonly TrayItem[]): boolean {
  return tray.some(({ kind }) => kind !== "refused")
}

/** Calls back when something was taken out of a tray. */
export function onTrayChange(changed: () => void): () => void {
  return attachmentStore.subscribe(changed)
}

/** Brings back what was attached before a reload. */
export async function restoreTray(sessionId: string): Promise<void> {
  if (attachmentStore.getState()[sessionId] !== undefined) return
  await startConversations()
  const stored = await loadAttachments(sessionId, reportDamaged).catch((trouble: unknown) => {
    reportStorage(trouble)
    return []
  })
  if (stored.length > 0) change(sessionId, (tray) => [...stored, ...tray], false)
}

/**
 * Attaches files in the order given. Each is read in the browser, one after the other, so that a phone's memory holds.
 * `folders`: those of them that are no files.
 */
export async function attachFiles(
  sessionId: string,
  files: readonly File[],
  folders: ReadonlySet<File> = new Set(),
): Promise<void> {
  const items = files.map(({ name }) => ({ kind: "reading", id: newId(), name: presentableFileName(name) }) as const)
  change(sessionId, (tray) => [...tray.filter((item) => item.kind !== "refused"), ...items])
  // Without a connection what reads files may not be here yet: the file waits for nothing, and its writer is told.
  const reader = await import("./read-attachment.ts").catch(() => undefined)
  for (const [index, file] of files.entries()) {
    const reading = items[index]
    if (reading === undefined) continue
    const place = trayOf(movedTo.get(sessionId) ?? sessionId)
      .filter((item) => item.kind !== "refused")
      .indexOf(reading)
    // Taken out while others were read.
    if (place === -1) continue
    const refused = (trouble: FileTrouble | "too-many"): TrayItem => ({ ...reading, kind: "refused", trouble })
    const item = folders.has(file)
      ? refused("folder")
      : place >= mostAttachments
        ? refused("too-many")
        : ((await reader?.readAttachment(reading, file, isTemporary(sessionId))) ?? refused("unreadable"))
    change(movedTo.get(sessionId) ?? sessionId, (tray) => tray.map((one) => (one.id === reading.id ? item : one)))
  }
}

export function removeFromTray(sessionId: string, id: string): void {
  change(sessionId, (tray) => tray.filter((item) => item.id !== id))
}

/** Where the trays of conversations that are gone went on. */
const movedTo = new Map<string, string>()

/** Takes what is attached along to another conversation; what is still being read comes there, too. */
export function moveTray(from: string, to: string): void {
  const moved = trayOf(from)
  change(from, () => none, false)
  movedTo.set(from, to)
  change(to, (tray) => [...tray, ...moved])
}

/** After sending; refusals stay until they are put away or something else is attached. */
export function emptyTray(sessionId: string): void {
  change(sessionId, () => none)
}

function change(sessionId: string, changed: (tray: readonly TrayItem[]) => readonly TrayItem[], isSaved = true): void {
  const before = trayOf(sessionId)
  const after = changed(before)
  attachmentStore.setState({ [sessionId]: after })
  const ready = readyAttachments(after)
  const known = new Set(readyAttachments(before))
  if (isSaved && !isTemporary(sessionId) && (ready.length !== known.size || ready.some((item) => !known.has(item)))) {
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

function isTemporary(sessionId: string): boolean {
  return conversationStore.getState().sessions[sessionId]?.temporary === true
}
