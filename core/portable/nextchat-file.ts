import type { ContentPart } from "../gateway/content.ts"
import type { Message } from "../conversation/message.ts"
import { readMessage } from "../conversation/read-message.ts"
import { fieldsOf, objectsOf, textOf, type JsonObject } from "../lib/fields.ts"
import { isRecordId } from "../lib/record-id.ts"
import { hashOf } from "../storage/same-value.ts"
import {
  importedId,
  pictureAddress,
  titleOf,
  type ImportedChat,
  type Outcome,
  type ReadingContext,
} from "./imported-chat.ts"
import { readNextChatChats, readNextChatRecords, type NextChatSource } from "./nextchat.ts"
import { messageAtRest } from "./under-way.ts"

/** NextChat's files: its backup, its stored state, and a conversation by itself. The same for what we write in its form. */

export function isNextChatSession(entry: JsonObject): boolean {
  return Array.isArray(entry["messages"]) && ("mask" in entry || ("topic" in entry && "lastUpdate" in entry))
}

export function readNextChatSession(entry: JsonObject, context: ReadingContext): readonly Outcome[] {
  const title = textOf(entry["topic"])
  const named = title === undefined ? {} : { title }
  const { id } = entry
  // Ids of its first versions are numbers, the same in every browser; a title and a time change as a chat goes on, its first words do not.
  const isOwn = typeof id === "string" && id.length >= 10 && isRecordId(id)
  const { role, content, date } = objectsOf(entry["messages"])[0] ?? {}
  const ownId = isOwn ? id : importedId("nextchat", String(id), hashOf([role, content, date]))
  const newId = messageIds(ownId)
  const [read] = readNextChatChats({ sessions: [{ ...entry, id: ownId }] }, { ...context, newId })
  if (read === undefined) {
    const isDamaged = objectsOf(entry["messages"]).length > 0
    return [{ kind: "skipped", reason: isDamaged ? "damaged" : "empty", ...named }]
  }
  const { session } = read
  const messages = read.messages.map(withPictures)
  const first = messages[0]
  const chat: ImportedChat = {
    id: session.id,
    title: session.topic,
    createdAt: first?.date ?? session.lastUpdate,
    updatedAt: session.lastUpdate,
    messages,
    context: session.mask.context.map(withPictures),
    session,
    leftOut: 0,
  }
  return [{ kind: "chats", source: "nextchat", chats: [chat] }]
}

/** Ids for the messages of a conversation that bear none: by what is said, and how often it was before, so that they last as it goes on. */
function messageIds(chatId: string): NextChatSource["newId"] {
  const times = new Map<string, number>()
  return (message) => {
    const said = hashOf([message?.role, message?.content])
    const time = (times.get(said) ?? 0) + 1
    times.set(said, time)
    return importedId("nextchat", chatId, said, time)
  }
}

/** Its pictures lay in its own cache, or stand in the message itself. */
function withPictures(message: Message): Message {
  const { versions } = message
  if (versions === undefined) return picturesNamed(message)
  const { before, after } = versions
  return {
    ...picturesNamed(message),
    versions: { before: before.map(picturesNamed), after: after.map(picturesNamed) },
  }
}

function picturesNamed<One extends Pick<Message, "content">>(one: One): One {
  const { content } = one
  if (typeof content === "string") return one
  const parts = content.map((part): ContentPart => {
    if (part.type !== "image_url") return part
    return { type: "image_url", image_url: { url: pictureAddress(part.image_url.url) } }
  })
  return { ...one, content: parts }
}

/** What its export of one conversation puts before the title, by the languages it has. */
const titlePrefix =
  /^(?:You are an assistant that|Você é um assistente que|你是一个助手|Eres un asistente que|Du bist ein Assistent)[,,\s]*/iu

/** Longest topic that NextChat puts there, in characters. */
const longestName = 60

/** A conversation as NextChat, and many others, export one by itself: messages with role and content. */
export function isPlainMessages(entry: JsonObject): boolean {
  return objectsOf(entry["messages"]).some(isPlainMessage)
}

export function isPlainMessage(entry: JsonObject): boolean {
  return typeof entry["role"] === "string" && "content" in entry
}

export function readPlainMessages(entry: JsonObject, context: ReadingContext): readonly Outcome[] {
  const own = fieldsOf(entry["prosa"])
  if (Array.isArray(own["messages"])) return readOwn(own)
  const stored = objectsOf(entry["messages"])
  const given = textOf(entry["title"]) ?? textOf(entry["topic"])
  const opening = textOf(stored[0]?.["content"])
  const isTitled = given === undefined && stored[0]?.["role"] === "system" && stored.length > 1
  const named = isTitled && opening !== undefined && titlePrefix.test(opening) ? opening.replace(titlePrefix, "") : ""
  // What is too long for a title, or begins in other words, was said to the model: it goes on being sent with each question.
  const hasName = named.trim() !== "" && named.length <= longestName
  const title = given ?? (hasName ? named : undefined)
  const said = hasName ? stored.slice(1) : stored
  const begin = Math.max(
    0,
    said.findIndex(({ role }) => role !== "system"),
  )
  const mask = { context: said.slice(0, begin) }
  const messages = said.slice(begin)
  // Which conversation it is shows in its beginning, which stays as it goes on. An id may be one that other programs give as well.
  const ownId = textOf(entry["id"])
  const beginning = messages.slice(0, ownId === undefined ? 2 : 1).map(({ role, content }) => [role, content])
  const id = importedId("messages", ownId, hashOf(beginning))
  const session = { id, topic: "", messages, lastUpdate: context.now, mask }
  return readNextChatSession(session, context).map((outcome): Outcome => {
    if (outcome.kind !== "chats") return title === undefined ? outcome : ({ ...outcome, title } as Outcome)
    const words = (chat: ImportedChat) => {
      const asked = chat.messages.find(({ role }) => role === "user")?.content
      return typeof asked === "string" ? asked : ""
    }
    const chats = outcome.chats.map(({ session: _session, ...chat }) => ({
      ...chat,
      title: titleOf(title, words(chat)),
    }))
    return { kind: "chats", source: "messages", chats }
  })
}

/** Our own export of one conversation: everything of its messages. */
function readOwn(own: JsonObject): readonly Outcome[] {
  const messages = objectsOf(own["messages"]).flatMap((stored) => readMessage(stored)?.value ?? [])
  const [first] = messages
  const id = isRecordId(own["id"]) ? own["id"] : importedId("prosa", JSON.stringify(own["messages"]))
  const title = textOf(own["topic"]) ?? ""
  if (first === undefined) return [{ kind: "skipped", reason: "empty", title }]
  const pictured = messages.map((message) => withPictures(messageAtRest(message)))
  const context = objectsOf(own["context"]).flatMap((stored) => readMessage(stored)?.value ?? [])
  const updatedAt = Math.max(...messages.map(({ date }) => date))
  const chat = { id, title, createdAt: first.date, updatedAt, messages: pictured, context, leftOut: 0 }
  return [{ kind: "chats", source: "prosa", chats: [chat] }]
}

/** Whether an object is a mask: what a mask file holds, alone or in a list. */
export function isMask(entry: JsonObject): boolean {
  return (
    typeof entry["name"] === "string" && (Array.isArray(entry["context"]) || typeof entry["modelConfig"] === "object")
  )
}

/** The masks of a file. Those that came with the program are left out, unless they are a file by themselves. */
export function readMaskEntry(entry: JsonObject, context: ReadingContext): readonly Outcome[] {
  const { id: stored, builtin: _builtin, ...value } = entry
  const isOwn = typeof stored === "string" && stored.length >= 10 && isRecordId(stored)
  const id = isOwn ? stored : importedId("mask", JSON.stringify(value))
  let made = 0
  const newId = () => importedId("mask", id, (made += 1))
  const masks = { mask: { ...value, id, builtin: false } }
  return [
    { kind: "records", store: "masks", records: readNextChatRecords({ masks }, "masks", 3.1, { ...context, newId }) },
  ]
}
