import type { ContentPart } from "../gateway/content.ts"
import { fieldsOf, objectsOf, textOf, type JsonObject } from "../lib/fields.ts"
import type { TreeNode } from "./branches.ts"
import { answeredFile, contentOf, fileOf, readSourceChat, toolNote, type Said } from "./chat-of-lines.ts"
import { CitedSources } from "./cited-sources.ts"
import { pictureAddress, timeOf, type EntryReader, type Outcome, type ReadingContext } from "./imported-chat.ts"

/* LibreChat's export: one conversation a file, its messages in a flat list or nested in each other, under one name or another. */

export function isLibreChat(entry: JsonObject): boolean {
  const messages = messagesIn(entry)
  if (messages === undefined) return false
  const [first] = objectsOf(messages)
  return "conversationId" in entry || (first !== undefined && ("isCreatedByUser" in first || "messageId" in first))
}

function messagesIn(entry: JsonObject): unknown {
  return [entry["messages"], entry["messagesTree"]].find(Array.isArray)
}

export function libreChatReader(context: ReadingContext): EntryReader {
  return { take: (entry) => readConversation(fieldsOf(entry), context), end: () => [] }
}

function readConversation(entry: JsonObject, context: ReadingContext): readonly Outcome[] {
  const nodes: TreeNode<JsonObject>[] = []
  const open = objectsOf(messagesIn(entry))
    .toReversed()
    .map((message) => ({ message, above: undefined as string | undefined }))
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    const { message, above } = one
    const id = textOf(message["messageId"]) ?? textOf(message["id"]) ?? `message-${nodes.length}`
    const parent = textOf(message["parentMessageId"]) ?? above
    const isQuestion = message["isCreatedByUser"] === true || textOf(message["sender"])?.toLowerCase() === "user"
    nodes.push({ id, parent, isQuestion, payload: message })
    for (const child of objectsOf(message["children"]).toReversed()) open.push({ message: child, above: id })
  }
  const ids = new Set(nodes.map(({ id }) => id))
  const isTree = nodes.some(({ parent }) => parent !== undefined && ids.has(parent))
  const line = isTree ? nodes : nodes.map((node, at) => ({ ...node, parent: nodes[at - 1]?.id }))
  const title = textOf(entry["title"])
  const dates = nodes.flatMap(({ payload }) => timeOf(payload["createdAt"], context) ?? [])
  const createdAt = timeOf(entry["createdAt"], context) ?? dates.reduce((a, b) => Math.min(a, b), Infinity)
  const id = textOf(entry["conversationId"]) ?? `${title ?? ""} ${nodes[0]?.id ?? ""}`
  const usual = textOf(fieldsOf(entry["options"])["model"])
  const system = textOf(fieldsOf(entry["options"])["promptPrefix"])
  return readSourceChat<JsonObject>({
    source: "librechat",
    id,
    title,
    createdAt: Number.isFinite(createdAt) ? createdAt : timeOf(entry["exportAt"], context),
    updatedAt: timeOf(entry["updatedAt"], context),
    nodes: line,
    current: line.at(-1)?.id,
    question: (message) => readQuestion(message, context),
    answer: (chain) => readAnswer(chain, usual, context),
    ...(system === undefined ? {} : { context: [{ role: "system", content: system }] }),
    now: context.now,
  })
}

function readQuestion(message: JsonObject, context: ReadingContext): Said | undefined {
  const { texts, files, pictures } = partsOf(message)
  const content = contentOf(texts, [...files.map(({ name, bytes, text }) => fileOf(name, bytes, text)), ...pictures])
  return content === undefined ? undefined : { content, date: timeOf(message["createdAt"], context) }
}

function readAnswer(
  chain: readonly JsonObject[],
  usual: string | undefined,
  context: ReadingContext,
): Said | undefined {
  const parts = chain.map(partsOf)
  const content = contentOf(
    parts.flatMap(({ texts, files }) => [...texts, ...files.map(({ name, text }) => answeredFile(name, text))]),
    parts.flatMap(({ pictures }) => pictures),
  )
  const reasoning = parts.flatMap(({ thoughts }) => thoughts).join("\n\n")
  if (content === undefined && reasoning === "") return undefined
  const model = textOf(chain.at(-1)?.["model"]) ?? usual
  const date = timeOf(chain[0]?.["createdAt"], context)
  return { content: content ?? "", date, model, reasoning, citations: sourcesOf(chain) }
}

/** The pages that searches found for answers. */
function sourcesOf(chain: readonly JsonObject[]): CitedSources["citations"] {
  const sources = new CitedSources()
  for (const { web_search: search } of chain.flatMap(({ attachments }) => objectsOf(attachments))) {
    const found = ["organic", "topStories", "references"].flatMap((kind) => objectsOf(fieldsOf(search)[kind]))
    for (const { link, url, title } of found) sources.add(link ?? url, title)
  }
  return sources.citations
}

/** Marks of sources, which its own page draws. */
export function withoutMarks(text: string): string {
  return text.replace(/[\u{e200}-\u{e204}](?:turn\d{1,5}[a-z]{1,20}\d{1,5})?/gu, "")
}

function partsOf(message: JsonObject) {
  const [texts, thoughts]: [string[], string[]] = [[], []]
  const files: { readonly name: string; readonly bytes: unknown; readonly text: string | undefined }[] = []
  const pictures: ContentPart[] = []
  const picture = (name: string) => pictures.push({ type: "image_url", image_url: { url: pictureAddress(name) } })
  const textIn = (value: unknown) => textOf(value) ?? textOf(fieldsOf(value)["value"])
  for (const part of objectsOf(message["content"])) {
    const [text, thought] = [textIn(part["text"]), textIn(part["think"])]
    if (part["type"] === "think" && thought !== undefined) thoughts.push(thought)
    else if (part["type"] === "tool_call") {
      const call = fieldsOf(part["tool_call"])
      thoughts.push(toolNote(textOf(call["name"]) ?? "tool", call["args"], call["output"]))
    } else if (part["type"] === "image_file" || part["type"] === "image_url") {
      const file = fieldsOf(part["image_file"] ?? part["image_url"])
      picture(textOf(file["filepath"]) ?? textOf(file["url"]) ?? "image")
    } else if (text !== undefined) texts.push(withoutMarks(text))
  }
  const plain = textOf(message["text"])
  if (texts.length === 0 && plain !== undefined) texts.push(withoutMarks(plain))
  for (const file of objectsOf(message["files"])) {
    const name = textOf(file["filename"]) ?? "arquivo"
    if ((textOf(file["type"]) ?? "").startsWith("image/")) picture(textOf(file["filepath"]) ?? name)
    else files.push({ name, bytes: file["bytes"], text: textOf(file["text"]) })
  }
  return { texts, thoughts, files, pictures }
}
