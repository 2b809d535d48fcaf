import type { ConversationState } from "#core/conversation/conversation-state.ts"
import { storedImageIds } from "#core/conversation/image-reference.ts"
import type { Message } from "#core/conversation/message.ts"
import type { StoredChange } from "../platform/conversation-storage.ts"
import type { MessageRow } from "../platform/database.ts"

/** Where the stored messages stand, by message id. Filled as rows are read and written. */
export type Positions = Map<string, number>

/**
 * What must be written so that the storage knows `after`, when it knows `before`. Identity tells: what the reducer left
 * alone is the same object. A session whose messages are not loaded (or were unloaded) keeps its rows. Of a temporary
 * session nothing is ever written, not even that it was there.
 */
export function storedChange(before: ConversationState, after: ConversationState, positions: Positions): StoredChange {
  const isTemporary = (id: string) => (after.sessions[id] ?? before.sessions[id])?.temporary === true
  const sessions = Object.values(after.sessions).filter(
    (session) => before.sessions[session.id] !== session && !isTemporary(session.id),
  )
  const removedSessions = Object.keys(before.sessions).filter(
    (id) => after.sessions[id] === undefined && !isTemporary(id),
  )
  const messages: MessageRow[] = []
  const removedMessages: string[] = []
  for (const [sessionId, now] of Object.entries(after.messages)) {
    const then = before.messages[sessionId]
    if (then === now || isTemporary(sessionId)) continue
    const known = new Map(then?.map((message) => [message.id, message]))
    for (const [index, message] of now.entries()) {
      if (known.get(message.id) !== message) {
        messages.push({
          id: message.id,
          sessionId,
          position: place(now, index, positions),
          message,
          ...images(message),
        })
      }
      known.delete(message.id)
    }
    removedMessages.push(...known.keys())
  }
  return {
    sessions: after === before ? [] : sessions,
    removedSessions,
    messages,
    removedMessages,
    folders: Object.values(after.folders).filter((folder) => before.folders[folder.id] !== folder),
    removedFolders: Object.keys(before.folders).filter((id) => after.folders[id] === undefined),
    ...(after.order === before.order ? {} : { order: after.order.filter((id) => !isTemporary(id)) }),
    ...(after.currentId === before.currentId || isTemporary(after.currentId) ? {} : { currentId: after.currentId }),
  }
}

function images(message: Message): Pick<MessageRow, "images"> {
  const ids = storedImageIds(message)
  return ids.length === 0 ? {} : { images: ids }
}

/**
 * A message's place: the one it has; else its time, if that is after all before it; else between its neighbours. Places
 * begin as times so that messages two tabs add to one conversation keep their order.
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
