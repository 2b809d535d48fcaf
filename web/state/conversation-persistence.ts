import { withoutKeys, type ConversationState } from "#core/conversation/conversation-state.ts"
import type { Message } from "#core/conversation/message.ts"
import { isEmptyChange, type ConversationStorage, type StoredChange } from "../platform/storage/conversation-storage.ts"
import type { TabChannel, TabHint } from "../platform/storage/tab-channel.ts"
import { storedChange, type Positions } from "./stored-change.ts"

/** An arriving answer is written at most this often, in ms. */
const streamingWriteMs = 500

export interface Persistence {
  /** Writes all pending changes. `strict`: they are on the disk when the promise resolves. */
  readonly flush: (durability?: "strict" | "relaxed") => Promise<void>
  /** Notes what is not written yet, for a page on its way out: it hears no answers of the storage any more. */
  readonly leave: () => void
  /** The same while the storage is in trouble, for a page that may end unheard. Nothing counts as saved by that. */
  readonly putAside: () => void
  /** Accepts a state that came from the storage, so that none of it is written back. */
  readonly adopt: (state: ConversationState) => void
  /** Accepts a session's messages as the storage has them: opening a chat of thousands writes none of them back. */
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
  let underWay: StoredChange | undefined
  let aside: readonly (() => void)[] = []

  const forgetAside = () => {
    for (const forget of aside) forget()
    aside = []
  }

  const write = async (durability: "strict" | "relaxed") => {
    const state = parts.current()
    const change = storedChange(saved, state, positions)
    due = undefined
    if (isEmptyChange(change)) return
    const before = saved
    saved = state
    underWay = change
    try {
      const { revived } = await parts.storage.save(change, durability)
      parts.channel.tell(hintOf(change))
      forgetAside()
      parts.written(undefined)
      if (revived.length > 0) {
        // Another tab had deleted them: everything of them is to be written again.
        saved = withoutSessions(saved, revived)
        schedule("soon")
      }
    } catch (trouble) {
      saved = before
      parts.written(trouble)
    } finally {
      underWay = undefined
    }
  }

  /** The write under way may be cut off, too, and is repeated: writing a record twice changes nothing. */
  const owed = (state: ConversationState): readonly StoredChange[] => {
    const change = storedChange(saved, state, positions)
    return [...(underWay === undefined ? [] : [withoutSelection(underWay)]), change].filter(
      (one) => !isEmptyChange(one),
    )
  }

  const leave = () => {
    const state = parts.current()
    const changes = owed(state)
    saved = state
    forgetAside()
    for (const one of changes) {
      parts.storage.journal(one, Date.now())
      parts.channel.tell({ ...hintOf(one), journal: true })
    }
  }

  const putAside = () => {
    const changes = owed(parts.current())
    // They take the place of those before.
    forgetAside()
    aside = changes.map((one) => parts.storage.putAside(one, Date.now()))
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
    leave,
    putAside,
    adopt: (state) => {
      saved = state
    },
    read: (sessionId, messages) => {
      saved = { ...saved, messages: { ...saved.messages, [sessionId]: messages } }
    },
    positions,
  }
}

function hintOf(change: StoredChange): TabHint {
  const { sessions, messages, removedSessions, folders, removedFolders } = change
  const written = [...sessions.map(({ after }) => after.id), ...messages.map(({ after }) => after.sessionId)]
  return {
    sessions: [...new Set(written)],
    removedSessions,
    folders: folders.length > 0 || removedFolders.length > 0,
  }
}

/** The records of a change. Which conversation is shown may be another by the time it is written once more. */
function withoutSelection({ order: _order, currentId: _currentId, ...records }: StoredChange): StoredChange {
  return records
}

/** The state as a storage knows it that has nothing of some sessions. */
export function withoutSessions(state: ConversationState, sessionIds: readonly string[]): ConversationState {
  const gone = new Set(sessionIds)
  return { ...state, sessions: withoutKeys(state.sessions, gone), messages: withoutKeys(state.messages, gone) }
}

/** Nothing happened but more of an answer. */
function isOnlyArriving(state: ConversationState, previous: ConversationState): boolean {
  const { messages: _now, ...rest } = state
  const { messages: _then, ...before } = previous
  const answering = Object.keys(state.live).length > 0
  return answering && Object.entries(rest).every(([name, value]) => before[name as keyof typeof before] === value)
}
