import type { Message } from "../conversation/message.ts"
import { readMessage } from "../conversation/read-message.ts"
import { readStoredSession } from "../conversation/read-session.ts"
import type { Session } from "../conversation/session.ts"
import { fieldsOf, objectsOf } from "../lib/fields.ts"
import { isRecordId } from "../lib/record-id.ts"
import { habitsIn, readNextChatDate, type DateHabits } from "./nextchat-date.ts"

/** A chat of NextChat as one of ours. */
export interface NextChatChat {
  readonly session: Session
  readonly messages: readonly Message[]
}

export interface NextChatSource extends DateHabits {
  /** `message`: for which one, where it is for a message. */
  readonly newId: (message?: { readonly role: unknown; readonly content: unknown }) => string
}

/** Names that NextChat gave to chats without one; ours have none. */
const unnamed: ReadonlySet<unknown> = new Set(["Nova Conversa", "New Conversation", "新的聊天"])

/** The chats in the stored state of NextChat. What cannot be read is left out, and so are chats without messages. */
export function readNextChatChats(state: unknown, source: NextChatSource): readonly NextChatChat[] {
  const { sessions } = fieldsOf(state)
  if (!Array.isArray(sessions)) return []
  return sessions.flatMap((stored: unknown) => readChat(stored, source) ?? [])
}

function readChat(stored: unknown, source: NextChatSource): NextChatChat | undefined {
  const { id, topic, memoryPrompt, stat, lastUpdate, lastSummarizeIndex, clearContextIndex, mask, messages } =
    fieldsOf(stored)
  const updated = typeof lastUpdate === "number" && Number.isFinite(lastUpdate) ? lastUpdate : 0
  const dates = objectsOf(messages).map(({ date }) => date)
  const writer = { ...source, ...habitsIn(dates, updated, source) }
  const said = readMessages(messages, updated, writer)
  if (said.length === 0) return undefined
  const within = (count: unknown) => (typeof count === "number" ? Math.min(count, said.length) : undefined)
  const { context, ...maskFields } = fieldsOf(mask)
  const session = readStoredSession({
    id: isRecordId(id) ? id : source.newId(),
    topic: unnamed.has(topic) ? "" : topic,
    memoryPrompt,
    stat,
    lastUpdate: updated || said.at(-1)?.date,
    lastSummarizeIndex: within(lastSummarizeIndex) ?? 0,
    clearContextIndex: within(clearContextIndex),
    mask: { ...maskFields, context: readMessages(context, updated, writer) },
    messageCount: said.length,
  })?.value
  return session && { session, messages: said }
}

/** Messages in their order, whatever their dates say: one whose date cannot be read stands a second after the one before. */
function readMessages(stored: unknown, updated: number, source: NextChatSource): readonly Message[] {
  if (!Array.isArray(stored)) return []
  const ids = new Set<string>()
  let last: number | undefined
  return stored.flatMap((one: unknown, index): Message[] => {
    const { id, date, role, content, streaming, isError, model, tools } = fieldsOf(one)
    const guessed = last === undefined ? updated - (stored.length - index) * 1_000 : last + 1_000
    const read = readMessage({
      id: isRecordId(id) && !ids.has(id) ? id : source.newId({ role, content }),
      date: readNextChatDate(date, source) ?? guessed,
      role,
      content,
      ...(streaming === true ? { interrupted: true } : {}),
      ...(isError === true ? { isError } : {}),
      ...(typeof model === "string" ? { model } : {}),
      ...(tools === undefined ? {} : { tools }),
    })
    if (read === undefined) return []
    const { value } = read
    ids.add(value.id)
    last = value.date
    return [value]
  })
}

/** A mask or plugin of NextChat that waits for its screen: as it was stored, but for the messages of a mask, which are ours. */
export interface NextChatRecord {
  readonly id: string
  readonly version: number
  readonly value: object
}

/**
 * The user's own records of a kind that NextChat stored by id: `masks` or `plugins`. Those that came with it are left out. The
 * dates of a mask's messages are in the words of the browser that wrote them, so they are read here, where that is known.
 */
export function readNextChatRecords(
  state: unknown,
  field: "masks" | "plugins",
  version: number,
  source: NextChatSource,
): readonly NextChatRecord[] {
  return Object.entries(fieldsOf(fieldsOf(state)[field])).flatMap(([key, stored]): NextChatRecord[] => {
    const value = fieldsOf(stored)
    const id = isRecordId(value["id"]) ? value["id"] : key
    if (Object.keys(value).length === 0 || value["builtin"] === true || !isRecordId(id)) return []
    const { createdAt, context } = value
    const made = typeof createdAt === "number" && Number.isFinite(createdAt) ? createdAt : 0
    const said = Array.isArray(context) ? { context: readMessages(context, made, source) } : {}
    return [{ id, version, value: { ...value, ...said, id } }]
  })
}
