import type { ConversationState } from "#core/conversation/conversation-state.ts"
import type { Message } from "#core/conversation/message.ts"
import { isEmptyChange, type ConversationStorage } from "../platform/conversation-storage.ts"
import type { TabChannel } from "../platform/tab-channel.ts"
import { storedChange, type Positions } from "./stored-change.ts"

/** Most often that an arriving answer is written. */
const streamingWriteMs = 500

export interface Persistence {
  /** Writes what is not written yet. `strict`: it is on the disk when the promise resolves. */
  readonly flush: (durability?: "strict" | "relaxed") => Promise<void>
  /** The same for a page on its way out, which cannot wait for a write that is under way. */
  readonly leave: () => void
  /** Takes a state that came from the storage itself: there is nothing to write of it. */
  readonly adopt: (state: ConversationState) => void
  /** Takes a session's messages as the storage has them: opening a chat of thousands writes none of them back. */
  readonly read: (sessionId: string, messages: readonly Message[]) => void
  readonly positions: Positions
}

export interface PersistenceParts {
  readonly initial: ConversationState
  readonly current: () => ConversationState
  readonly subscribe: (listener: (state: ConversationState, previous: ConversationState) => void) => () => void
  readonly storage: ConversationStorage
  readonly channel: TabChannel
  /** Told after each write whether it went well. */
  readonly written: (trouble: unknown) => void
  readonly later: (run: () => void, delayMs: number) => void
}

/**
 * Keeps the storage in step with the conversations: every change at once, an arriving answer at most every 500 ms and at
 * its end. What could not be written stays owed and is tried again with the next change.
 */
export function persistConversations(parts: PersistenceParts): Persistence {
  const positions: Positions = new Map()
  let saved = parts.initial
  let due: "soon" | "later" | undefined
  let writing: Promise<void> = Promise.resolve()

  const write = async (durability: "strict" | "relaxed") => {
    const state = parts.current()
    const change = storedChange(saved, state, positions)
    due = undefined
    if (isEmptyChange(change)) return
    const before = saved
    saved = state
    try {
      await parts.storage.save(change, durability)
      const written = [...change.sessions.map((session) => session.id), ...change.messages.map((row) => row.sessionId)]
      const folders = change.folders.length > 0 || change.removedFolders.length > 0
      parts.channel.tell({ sessions: [...new Set(written)], removedSessions: change.removedSessions, folders })
      parts.written(undefined)
    } catch (trouble) {
      saved = before
      parts.written(trouble)
    }
  }

  // One write after the other, each of what the state is by then.
  const flush = (durability: "strict" | "relaxed" = "relaxed") => {
    writing = writing.then(() => write(durability))
    return writing
  }

  const schedule = (when: "soon" | "later") => {
    if (due === "soon" || due === when) return
    due = when
    if (when === "soon") queueMicrotask(() => void flush())
    else parts.later(() => due === "later" && void flush(), streamingWriteMs)
  }

  parts.subscribe((state, previous) => {
    if (state !== saved) schedule(isOnlyArriving(state, previous) ? "later" : "soon")
  })

  return {
    flush,
    leave: () => void write("relaxed"),
    adopt: (state) => {
      saved = state
    },
    read: (sessionId, messages) => {
      saved = { ...saved, messages: { ...saved.messages, [sessionId]: messages } }
    },
    positions,
  }
}

/** Nothing happened but more of an answer. */
function isOnlyArriving(state: ConversationState, previous: ConversationState): boolean {
  const { messages: _now, ...rest } = state
  const { messages: _then, ...before } = previous
  const answering = Object.keys(state.live).length > 0
  return answering && Object.entries(rest).every(([name, value]) => before[name as keyof typeof before] === value)
}
