import type { ConversationState } from "#core/conversation/conversation-state.ts"
import { withCountedMarks } from "#core/conversation/marks.ts"
import type { Message } from "#core/conversation/message.ts"
import type { Session } from "#core/conversation/session.ts"
import { applyConversationEvent } from "#core/conversation/session-reducer.ts"
import type { ConversationStorage } from "../platform/storage/conversation-storage.ts"
import type { TabHint } from "../platform/storage/tab-channel.ts"

/** What adopting needs of the tab's conversations. */
export interface AdoptingParts {
  readonly storage: ConversationStorage
  readonly current: () => ConversationState
  /** Accepts a state that came from the storage, where others `removed` conversations. */
  readonly accept: (next: ConversationState, removed: readonly string[]) => void
  /** Writes what this tab still owes the storage. */
  readonly flush: () => Promise<void>
  readonly readMessages: (sessionId: string) => Promise<readonly Message[] | undefined>
  readonly positionsOf: (messages: readonly Message[]) => readonly number[]
  readonly fresh: () => Session
  readonly trouble: (trouble: unknown) => void
}

/** Conversations read before the page has its turn, and in one transaction: a worker may be writing meanwhile. */
const portion = 16
/** Conversations taken over at once: on a slow phone, more would be felt. */
const mostAtOnce = 256
/** What arrives by the hundred is shown this often, in ms: each showing goes through the whole list. */
const showEveryMs = 1_000
/** The pause between two showings of what has arrived already, in ms. */
const catchUpEveryMs = 200

/** How often conversations are read of which one changes here meanwhile: one that is being answered changes all the time. */
const mostReadings = 4

/**
 * A function that takes over what another tab or a worker wrote, and nothing else. What is told while it is at work is taken
 * over together afterwards, so that an import of thousands of conversations leaves the page to its user.
 */
export function adopter(parts: AdoptingParts): (hint: TabHint) => Promise<void> {
  let waiting: TabHint | undefined
  let working: Promise<void> | undefined

  const adoptWaiting = async () => {
    while (waiting !== undefined) {
      const { sessions } = waiting
      const hint = { ...waiting, sessions: sessions.slice(0, mostAtOnce) }
      const isAll = sessions.length <= mostAtOnce
      waiting = isAll ? undefined : { sessions: sessions.slice(mostAtOnce), removedSessions: [], folders: false }
      // oxlint-disable-next-line no-await-in-loop -- one state after the other
      await adopt(hint).catch(parts.trouble)
      // oxlint-disable-next-line no-await-in-loop
      if (hint.sessions.length > portion) await pause(isAll ? showEveryMs : catchUpEveryMs)
    }
    working = undefined
  }

  const adopt = async (hint: TabHint, readings = mostReadings): Promise<void> => {
    if (hint.journal) await parts.storage.drainJournal().catch(parts.trouble)
    const before = parts.current()
    await parts.flush()
    const changed = await readPortions(hint.sessions)
    const { order, folders } = await parts.storage.loadList()
    const loaded = changed.filter(({ id }) => parts.current().messages[id] !== undefined)
    const messages = Object.fromEntries(
      (await Promise.all(loaded.map(async ({ id }) => [id, await parts.readMessages(id)] as const))).flatMap(
        ([id, read]) => (read === undefined ? [] : [[id, read]]),
      ),
    )
    await parts.flush()
    const now = parts.current()
    const isSame = (id: string) => now.sessions[id] === before.sessions[id] && now.messages[id] === before.messages[id]
    // What this tab changed meanwhile is stored by now: the older rows would undo it on the screen.
    if (readings > 1 && !hint.sessions.every(isSame)) return adopt(hint, readings - 1)
    const filed = hint.folders ? applyConversationEvent(now, { type: "folders-changed-elsewhere", folders }) : now
    const next = applyConversationEvent(filed, {
      type: "sessions-changed-elsewhere",
      changed: changed.map((session) => {
        const said = messages[session.id]
        return said === undefined ? session : withCountedMarks(session, parts.positionsOf(said))
      }),
      removed: hint.removedSessions,
      order,
      messages,
      fresh: parts.fresh(),
    })
    parts.accept(next, hint.removedSessions)
  }

  const readPortions = async (ids: readonly string[]): Promise<readonly Session[]> => {
    const read: Session[] = []
    for (let at = 0; at < ids.length; at += portion) {
      // oxlint-disable-next-line no-await-in-loop -- the page has its turn between two portions
      if (at > 0) await pause(0)
      // oxlint-disable-next-line no-await-in-loop
      read.push(...(await parts.storage.loadSome(ids.slice(at, at + portion))))
    }
    return read
  }

  return (hint) => {
    waiting = waiting === undefined ? hint : joined(waiting, hint)
    working ??= adoptWaiting()
    return working
  }
}

/** Two hints as one; of a conversation that was removed and came back, or the other way round, the later word counts. */
function joined(earlier: TabHint, later: TabHint): TabHint {
  const isLater = new Set([...later.sessions, ...later.removedSessions])
  const left = (ids: readonly string[]) => ids.filter((id) => !isLater.has(id))
  return {
    sessions: [...left(earlier.sessions), ...later.sessions],
    removedSessions: [...left(earlier.removedSessions), ...later.removedSessions],
    folders: earlier.folders || later.folders,
    ...(earlier.journal || later.journal ? { journal: true } : {}),
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
