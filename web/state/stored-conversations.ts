import type { Message } from "#core/conversation/message.ts"
import { memoryStorage, type ConversationStorage } from "../platform/storage/conversation-storage.ts"
import type { Persistence } from "./conversation-persistence.ts"
import { conversationStore, dispatch } from "./conversation-store.ts"
import { inTime, reportStorage, storageStore } from "./storage-state.ts"

let storage: ConversationStorage = memoryStorage()
let persistence: Persistence | undefined
let opening: Promise<void> | undefined

/** Where conversations are kept; until it is open, and where it cannot be, the memory of this tab. */
export function conversationStorage(): ConversationStorage {
  return storage
}

/** Opens the storage by `open`, the first time only. */
export function openOnce(open: () => Promise<void>): Promise<void> {
  opening ??= open()
  return opening
}

export function provideStorage(opened: ConversationStorage): void {
  storage = opened
}

/** What keeps the storage in step with the conversations; undefined until the storage is open. */
export function conversationPersistence(): Persistence | undefined {
  return persistence
}

export function providePersistence(begun: Persistence): void {
  persistence = begun
}

/** Waits until everything said so far is on the disk, and tells whether it is; a storage in trouble does not hold the chat up. */
export function storeStrictly(): Promise<boolean> {
  return inTime(flushStrictly(), false)
}

export async function flushStrictly(): Promise<boolean> {
  await opening
  await persistence?.flush("strict")
  return storageStore.getState().state === "ready"
}

/** Reads a session's messages, if they are not here yet. */
export async function loadMessages(sessionId: string): Promise<void> {
  if (conversationStore.getState().messages[sessionId] !== undefined) return
  const messages = await readMessages(sessionId)
  if (messages === undefined) return
  persistence?.read(sessionId, messages)
  dispatch({ type: "messages-loaded", sessionId, messages, positions: positionsOf(messages) })
}

export function positionsOf(messages: readonly Message[]): readonly number[] {
  return messages.map(({ id }) => persistence?.positions.get(id) ?? 0)
}

export async function readMessages(sessionId: string): Promise<readonly Message[] | undefined> {
  try {
    const rows = await storage.loadMessages(sessionId)
    for (const row of rows) persistence?.positions.set(row.id, row.position)
    return rows.map((row) => row.message)
  } catch (trouble) {
    reportStorage(trouble)
    return undefined
  }
}
