import type { ConversationState } from "#core/conversation/conversation-state.ts"
import type { Folder } from "#core/conversation/folder.ts"
import { storedImageIds } from "#core/conversation/image-reference.ts"
import { marksOf } from "#core/conversation/marks.ts"
import type { PlacedMessage } from "#core/conversation/message-record.ts"
import type { Message } from "#core/conversation/message.ts"
import type { Session } from "#core/conversation/session.ts"
import type { StoredChange } from "../platform/storage/conversation-storage.ts"
import type { RecordChange } from "../platform/storage/record-writer.ts"

/** The positions of the stored messages, by message id. Filled as rows are read and written. */
export type Positions = Map<string, number>

/**
 * The writes that bring the storage from `before` to `after`. Identity decides: an unchanged part is the same object. A
 * session whose messages are not loaded (or were unloaded) keeps its rows. Nothing of a temporary session is ever
 * written, not even that it existed.
 */
export function storedChange(before: ConversationState, after: ConversationState, positions: Positions): StoredChange {
  const isTemporary = (id: string) => (after.sessions[id] ?? before.sessions[id])?.temporary === true
  // Most changes are of messages alone: thousands of conversations are then not looked through.
  const isSameList = after.sessions === before.sessions
  const removedSessions = isSameList
    ? []
    : Object.keys(before.sessions).filter((id) => after.sessions[id] === undefined && !isTemporary(id))
  const messages: RecordChange<PlacedMessage>[] = []
  const removedMessages: string[] = []
  for (const [sessionId, now] of Object.entries(after.messages)) {
    const then = before.messages[sessionId]
    if (then === now || isTemporary(sessionId)) continue
    const known = new Map(then?.map((message) => [message.id, message]))
    for (const [index, message] of now.entries()) {
      const old = known.get(message.id)
      if (old !== message) {
        const position = place(now, index, positions)
        const placed = (one: Message): PlacedMessage => ({
          id: one.id,
          sessionId,
          position,
          message: one,
          ...images(one),
        })
        messages.push({ ...(old === undefined ? {} : { before: placed(old) }), after: placed(message) })
      }
      known.delete(message.id)
    }
    removedMessages.push(...known.keys())
  }
  // The marks stand where messages stand: those have their places by now.
  const stored = (state: ConversationState, session: Session) =>
    withMarks(session, state.messages[session.id], positions)
  const sessions: RecordChange<Session>[] = []
  for (const session of isSameList ? [] : Object.values(after.sessions)) {
    const old = before.sessions[session.id]
    if (old === session || isTemporary(session.id)) continue
    sessions.push({ ...(old === undefined ? {} : { before: stored(before, old) }), after: stored(after, session) })
  }
  const folders = Object.values(after.folders).flatMap((folder): RecordChange<Folder>[] => {
    const old = before.folders[folder.id]
    return old === folder ? [] : [{ ...(old === undefined ? {} : { before: old }), after: folder }]
  })
  return {
    sessions,
    removedSessions,
    messages,
    removedMessages,
    folders,
    removedFolders: Object.keys(before.folders).filter((id) => after.folders[id] === undefined),
    ...(after.order === before.order ? {} : { order: after.order.filter((id) => !isTemporary(id)) }),
    ...(after.currentId === before.currentId || isTemporary(after.currentId) ? {} : { currentId: after.currentId }),
  }
}

function withMarks(session: Session, messages: readonly Message[] | undefined, positions: Positions): Session {
  if (messages === undefined) return session
  return {
    ...session,
    marks: marksOf(
      session,
      messages.map(({ id }) => positions.get(id) ?? 0),
    ),
  }
}

function images(message: Message): Pick<PlacedMessage, "images"> {
  const ids = storedImageIds(message)
  return ids.length === 0 ? {} : { images: ids }
}

/**
 * A message's position: the one it has; else its time, if that is after all earlier messages; else between its
 * neighbours. Positions begin as times, so that messages which two tabs add to one conversation keep their order.
 */
function place(messages: readonly Message[], index: number, positions: Positions): number {
  const message = messages[index]
  const known = message && positions.get(message.id)
  if (message === undefined || known !== undefined) return known ?? 0
  const before = positions.get(messages[index - 1]?.id ?? "") ?? 0
  const after = messages
    .slice(index + 1)
    .map((next) => positions.get(next.id))
    .find((next) => next !== undefined)
  const position = after === undefined ? Math.max(message.date, before + 1) : (before + after) / 2
  positions.set(message.id, position)
  return position
}
