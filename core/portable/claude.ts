import { decodeEntities } from "../lib/html-entities.ts"
import type { ContentPart } from "../gateway/content.ts"
import { fieldsOf, objectsOf, textOf, type JsonObject } from "../lib/fields.ts"
import type { TreeNode } from "./branches.ts"
import { answeredFile, contentOf, fenced, fileOf, readSourceChat, toolNote, type Said } from "./chat-of-lines.ts"
import { CitedSources } from "./cited-sources.ts"
import { endOfTag } from "./html-to-markdown.ts"
import { pictureAddress, timeOf, type EntryReader, type Outcome, type ReadingContext } from "./imported-chat.ts"

/*
 * Claude's export: a list of conversations, each a list of messages. Their `content` is the truth; `text` beside it may be empty
 * or a filler. What was attached stands nowhere else than in `extracted_content`.
 */

export function isClaude(entry: JsonObject): boolean {
  return Array.isArray(entry["chat_messages"])
}

/** What identifies an entry of such a list even where its messages are missing. */
export function isLikeClaude(entry: JsonObject): boolean {
  return "chat_messages" in entry || ("uuid" in entry && "account" in entry && "name" in entry)
}

export function claudeReader(context: ReadingContext): EntryReader {
  return { take: (entry) => readConversation(fieldsOf(entry), context), end: () => [] }
}

interface Node {
  readonly message: JsonObject
  readonly date: number | undefined
}

/** The parent that Claude names where there is none. */
const noParent = "00000000-0000-4000-8000-000000000000"

function readConversation(entry: JsonObject, context: ReadingContext): readonly Outcome[] {
  const title = textOf(entry["name"]) ?? textOf(entry["title"])
  if (!Array.isArray(entry["chat_messages"])) {
    return [{ kind: "skipped", reason: "damaged", ...(title === undefined ? {} : { title }) }]
  }
  const messages = objectsOf(entry["chat_messages"])
  const known = knownIn(messages)
  const written = messages.map((message, at) => ({
    id: textOf(message["uuid"]) ?? `message-${at}`,
    parent: textOf(message["parent_message_uuid"]),
    isQuestion: isQuestion(message),
    payload: { message, date: timeOf(message["created_at"], context) },
  }))
  const createdAt = timeOf(entry["created_at"], context)
  const id = textOf(entry["uuid"]) ?? `${title ?? ""} ${createdAt ?? ""}`
  const nodes = written.some(({ parent }) => parent !== undefined && parent !== noParent) ? written : inLine(written)
  const model = textOf(entry["model"])
  return readSourceChat<Node>({
    source: "claude",
    id,
    title,
    createdAt,
    updatedAt: timeOf(entry["updated_at"], context),
    nodes,
    current: textOf(entry["current_leaf_message_uuid"]) ?? latest(nodes),
    question: ({ message, date }) => readQuestion(message, date, known),
    answer: (chain) => readAnswer(chain, model, known),
    now: context.now,
  })
}

function isQuestion(message: JsonObject): boolean {
  return message["sender"] === "human" || message["role"] === "user"
}

/** The facts that one message of a conversation gives and later ones only refer to. */
interface Known {
  /** The titles of pages that a search found, by their addresses. */
  readonly titles: ReadonlyMap<string, string>
  /** What was said of a page when it was made, by its name: a later text of it only names it. */
  readonly made: ReadonlyMap<string, JsonObject>
}

function knownIn(messages: readonly JsonObject[]): Known {
  const titles = new Map<string, string>()
  const made = new Map<string, JsonObject>()
  for (const block of messages.flatMap(({ content }) => objectsOf(content))) {
    for (const found of resultsOf(block)) {
      const [url, title] = [textOf(found["url"]), textOf(found["title"])]
      if (url !== undefined && title !== undefined && !titles.has(url)) titles.set(url, title)
    }
    const input = fieldsOf(block["input"])
    const [name, type] = [textOf(input["id"]), textOf(input["type"])]
    if (block["name"] === "artifacts" && name !== undefined && type !== undefined) made.set(name, input)
  }
  return { titles, made }
}

/** What a tool gave back. */
function resultsOf(block: JsonObject): readonly JsonObject[] {
  const isResult = typeof block["type"] === "string" && block["type"].endsWith("tool_result")
  return isResult ? objectsOf(block["content"]) : []
}

/** Files of 2024 are shuffled, and a question has the time of its answer: by time, the question first. */
function inLine(nodes: readonly TreeNode<Node>[]): readonly TreeNode<Node>[] {
  const isDated = nodes.every(({ payload }) => payload.date !== undefined)
  const sorted = isDated
    ? nodes.toSorted((a, b) => {
        const between = (a.payload.date ?? 0) - (b.payload.date ?? 0)
        return between || Number(b.isQuestion) - Number(a.isQuestion)
      })
    : nodes
  return sorted.map((node, at) => ({ ...node, parent: sorted[at - 1]?.id }))
}

function latest(nodes: readonly TreeNode<Node>[]): string | undefined {
  let found: TreeNode<Node> | undefined
  for (const node of nodes)
    if (found === undefined || (node.payload.date ?? 0) >= (found.payload.date ?? 0)) found = node
  return found?.id
}

interface AttachedFile {
  readonly name: string
  readonly size: unknown
  readonly text?: string | undefined
}

/** What came with a message: texts of files, names of others, and pictures. */
function attachedTo(message: JsonObject): {
  readonly files: readonly AttachedFile[]
  readonly pictures: readonly ContentPart[]
} {
  const files = objectsOf(message["attachments"]).map((file): AttachedFile => {
    const text = textOf(file["extracted_content"])
    return { name: textOf(file["file_name"]) ?? "anexo", size: file["file_size"], text }
  })
  const pictures: ContentPart[] = []
  for (const file of objectsOf(message["files"])) {
    const name = textOf(file["file_name"]) ?? textOf(file["file_uuid"])
    if (name === undefined) continue
    const isPicture = textOf(file["file_kind"]) === "image" || /\.(png|jpe?g|webp|gif|heic|avif)$/i.test(name)
    if (isPicture) pictures.push({ type: "image_url", image_url: { url: pictureAddress(name) } })
    else files.push({ name, size: file["file_size"] })
  }
  return { files, pictures }
}

function readQuestion(message: JsonObject, date: number | undefined, known: Known): Said | undefined {
  const { texts, others } = partsOf(message, known)
  const { files, pictures } = attachedTo(message)
  const content = contentOf(texts, [
    ...files.map((one) => fileOf(one.name, one.size, one.text)),
    ...others,
    ...pictures,
  ])
  return content === undefined ? undefined : { content, date }
}

function readAnswer(chain: readonly Node[], model: string | undefined, known: Known): Said | undefined {
  const parts = chain.map(({ message }) => ({ ...partsOf(message, known), ...attachedTo(message) }))
  const content = contentOf(
    parts.flatMap(({ texts, files }) => [...texts, ...files.map(({ name, text }) => answeredFile(name, text))]),
    parts.flatMap(({ others, pictures }) => [...others, ...pictures]),
  )
  const reasoning = parts.flatMap(({ thoughts }) => thoughts).join("\n\n")
  if (content === undefined && reasoning === "") return undefined
  const named = chain.map(({ message }) => textOf(message["model"])).findLast((one) => one !== undefined)
  const sources = new CitedSources()
  for (const { citations } of parts) for (const { url, title } of citations) sources.add(url, title)
  return {
    content: content ?? "",
    date: chain[0]?.date,
    model: named ?? model,
    reasoning,
    citations: sources.citations,
  }
}

interface Parts {
  readonly texts: readonly string[]
  readonly thoughts: readonly string[]
  readonly others: readonly ContentPart[]
  readonly citations: readonly { readonly url: unknown; readonly title: unknown }[]
}

function partsOf(message: JsonObject, known: Known): Parts {
  const [texts, thoughts, others]: [string[], string[], ContentPart[]] = [[], [], []]
  const citations: Parts["citations"][number][] = []
  const add = (text: string) => texts.push(withArtifacts(isQuestion(message) ? text : withoutThinking(text, thoughts)))
  const content = message["content"]
  const blocks: readonly JsonObject[] =
    typeof content === "string" ? [{ type: "text", text: content }] : objectsOf(content)
  for (const block of blocks) {
    const [type, text] = [block["type"], textOf(block["text"])]
    if (type === "thinking" || type === "redacted_thinking") {
      const thought = textOf(block["thinking"]) ?? text
      if (thought !== undefined) thoughts.push(thought)
    } else if (type === "tool_use") {
      const made = artifactOf(block, known)
      if (made !== undefined) texts.push(made)
      else thoughts.push(toolNote(textOf(block["name"]) ?? "tool", block["input"]))
    } else if (type === "tool_result") {
      const whole = textOf(block["content"]) ?? resultsOf(block).map(resultText).join("\n").trim()
      if (whole !== "") thoughts.push(toolNote(textOf(block["name"]) ?? "tool", whole))
    } else if (type === "image") {
      const name = textOf(block["file_name"]) ?? textOf(fieldsOf(block["source"])["file_uuid"]) ?? "image"
      others.push({ type: "image_url", image_url: { url: pictureAddress(name) } })
    } else if (text !== undefined) {
      add(text)
      citations.push(...objectsOf(block["citations"]).flatMap((one) => citedIn(one, known)))
    }
  }
  const plain = textOf(message["text"])
  if (texts.length === 0 && plain !== undefined && !isFiller(plain)) add(plain)
  return { texts, thoughts, others, citations }
}

/** One thing that a tool gave back: a page that a search found with its title and address, a text, or a file's name. */
function resultText(found: JsonObject): string {
  const { title, name, url, text, file_path: path } = found
  const lines = [textOf(title) ?? textOf(name), textOf(url) ?? textOf(path), textOf(text)]
  return lines.filter((line) => line !== undefined).join("\n")
}

/** The pages that a citation names, as the years have written it. */
function citedIn(citation: JsonObject, { titles }: Known): Parts["citations"] {
  const places = [
    citation,
    fieldsOf(citation["details"]),
    fieldsOf(citation["source"]),
    ...objectsOf(citation["sources"]),
  ]
  return places.map(({ url, title }) => ({
    url,
    title: textOf(title) ?? textOf(citation["title"]) ?? titles.get(textOf(url) ?? ""),
  }))
}

/** Takes the thinking out that answers of 2024 held in a tag of their own. */
export function withoutThinking(text: string, thoughts: string[]): string {
  const [first = "", ...pieces] = text.split("<antThinking>")
  return pieces.reduce((before, piece) => {
    const end = piece.indexOf("</antThinking>")
    if (end === -1) return `${before}<antThinking>${piece}`
    const thought = piece.slice(0, end).trim()
    if (thought !== "") thoughts.push(thought)
    return before + piece.slice(end + "</antThinking>".length)
  }, first)
}

function isFiller(text: string): boolean {
  return text.replace(/```|\s/g, "") === "Thisblockisnotsupportedonyourcurrentdeviceyet."
}

/** A page or document that was made while answering, as a block of the answer. */
function artifactOf(block: JsonObject, { made }: Known): string | undefined {
  const input = fieldsOf(block["input"])
  if (block["name"] === "artifacts") {
    const content = textOf(input["content"])
    const before = made.get(textOf(input["id"]) ?? "") ?? {}
    const told = (name: string) => textOf(input[name]) ?? textOf(before[name])
    return content === undefined ? undefined : artifact(told("title"), told("type"), told("language"), content)
  }
  const written = textOf(input["file_text"])
  return written === undefined ? undefined : artifact(textOf(input["path"]), undefined, undefined, written)
}

function artifact(title: string | undefined, type: string | undefined, language: unknown, content: string): string {
  const head = title === undefined ? "" : `**${title.replace(/\s+/g, " ")}**\n\n`
  if (type === "text/markdown") return head + content
  const known: Readonly<Record<string, string>> = {
    "text/html": "html",
    "image/svg+xml": "svg",
    "application/vnd.ant.mermaid": "mermaid",
    "application/vnd.ant.react": "tsx",
  }
  const named = textOf(language) ?? (type !== undefined && Object.hasOwn(known, type) ? known[type] : undefined) ?? ""
  return head + fenced(content, /^[\w+#-]{1,30}$/.test(named) ? named : "")
}

/** The pages that answers of 2024 held in a tag of their own. */
function withArtifacts(text: string): string {
  const pieces = text.split("<antArtifact")
  const [first = "", ...made] = pieces
  return made.reduce((before, piece) => {
    const end = piece.indexOf("</antArtifact>")
    const quoted = endOfTag(piece, 0)
    const opening = quoted < end ? quoted : piece.indexOf(">")
    if (opening === -1 || end < opening) return `${before}<antArtifact${piece}`
    const attributes = piece.slice(0, opening)
    const value = (name: string) => {
      const from = attributes.indexOf(`${name}="`)
      if (from === -1) return undefined
      const begin = from + name.length + 2
      const to = attributes.indexOf('"', begin)
      return to === -1 ? undefined : decodeEntities(attributes.slice(begin, to))
    }
    const block = artifact(value("title"), value("type"), value("language"), piece.slice(opening + 1, end).trim())
    return `${before}\n\n${block}\n\n${piece.slice(end + "</antArtifact>".length).trimStart()}`
  }, first)
}
