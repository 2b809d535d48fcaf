import { decodeEntities } from "../lib/html-entities.ts"
import type { ContentPart } from "../gateway/content.ts"
import { fieldsOf, objectsOf, parseJson, textOf, textsOf, type JsonObject } from "../lib/fields.ts"
import type { TreeNode } from "./branches.ts"
import { contentOf, fileOf, readSourceChat, toolNote, type Said } from "./chat-of-lines.ts"
import { CitedSources } from "./cited-sources.ts"
import { pictureAddress, timeOf, type EntryReader, type Outcome, type ReadingContext } from "./imported-chat.ts"

/* Open WebUI's export: its table of chats, each with a tree of messages by their ids, or in old files a list of them. */

export function isOpenWebUi(entry: JsonObject): boolean {
  const chat = chatOf(entry)
  return "history" in chat || Array.isArray(chat["messages"])
}

/** A row of the table of chats, or, in some files, only the chat that lies in it. */
function chatOf(entry: JsonObject): JsonObject {
  return "messages" in fieldsOf(entry["history"]) ? entry : fieldsOf(entry["chat"])
}

export function openWebUiReader(context: ReadingContext): EntryReader {
  return { take: (entry) => readChat(fieldsOf(entry), context), end: () => [] }
}

function readChat(entry: JsonObject, context: ReadingContext): readonly Outcome[] {
  const chat = chatOf(entry)
  const history = fieldsOf(chat["history"])
  const title = textOf(chat["title"]) ?? textOf(entry["title"])
  const table = fieldsOf(history["messages"])
  const listed = objectsOf(chat["messages"])
  const isTree = Object.keys(table).length > 0
  const nodes = isTree
    ? Object.entries(table).flatMap(([key, message]) => nodeOf(fieldsOf(message), key) ?? [])
    : inLine(listed.flatMap((message, at) => nodeOf(message, `message-${at}`) ?? []))
  const createdAt = timeOf(entry["created_at"], context) ?? timeOf(chat["timestamp"], context)
  const id = textOf(entry["id"]) ?? textOf(chat["id"]) ?? `${title ?? ""} ${createdAt ?? ""}`
  const system = textOf(fieldsOf(chat["params"])["system"]) ?? textOf(chat["system"])
  return readSourceChat<JsonObject>({
    source: "open-webui",
    id,
    title,
    createdAt,
    updatedAt: timeOf(entry["updated_at"], context),
    nodes,
    current: textOf(history["currentId"]) ?? nodes.at(-1)?.id,
    question: (message) => readQuestion(message, context),
    answer: (chain) => readAnswer(chain, context),
    ...(system === undefined ? {} : { context: [{ role: "system", content: system }] }),
    now: context.now,
  })
}

function nodeOf(message: JsonObject, key: string): TreeNode<JsonObject> | undefined {
  const role = message["role"]
  if (role !== "user" && role !== "assistant") return undefined
  return {
    id: textOf(message["id"]) ?? key,
    parent: textOf(message["parentId"]),
    isQuestion: role === "user",
    payload: message,
  }
}

function inLine(nodes: readonly TreeNode<JsonObject>[]): readonly TreeNode<JsonObject>[] {
  return nodes.map((node, at) => ({ ...node, parent: nodes[at - 1]?.id }))
}

function readQuestion(message: JsonObject, context: ReadingContext): Said | undefined {
  const { texts, files, pictures } = partsOf(message)
  const content = contentOf(texts, [...files, ...pictures])
  return content === undefined ? undefined : { content, date: timeOf(message["timestamp"], context) }
}

function readAnswer(chain: readonly JsonObject[], context: ReadingContext): Said | undefined {
  const parts = chain.map(partsOf)
  const content = contentOf(
    parts.flatMap(({ texts }) => texts),
    [...parts.flatMap(({ files }) => files), ...parts.flatMap(({ pictures }) => pictures)],
  )
  const reasoning = parts.flatMap(({ thoughts }) => thoughts).join("\n\n")
  const failure = content === undefined ? chain.flatMap(failureOf).join("\n\n") : ""
  if (content === undefined && reasoning === "" && failure === "") return undefined
  const last = chain.at(-1)
  return {
    content: content ?? failure,
    date: timeOf(chain[0]?.["timestamp"], context),
    model: textOf(last?.["model"]) ?? textOf(last?.["modelName"]),
    reasoning,
    citations: sourcesOf(chain),
    isError: failure !== "",
  }
}

/** What is shown in place of an answer that failed. */
function failureOf({ error }: JsonObject): readonly string[] {
  const told = fieldsOf(error)
  const words = [error, told["content"], told["detail"], told["message"], fieldsOf(told["error"])["message"]].map(
    textOf,
  )
  return [words.find((one) => one !== undefined) ?? ""].filter((one) => one !== "")
}

/** The pages that answers rest on: each source has one or several of them; files have no address. */
function sourcesOf(chain: readonly JsonObject[]): CitedSources["citations"] {
  const sources = new CitedSources()
  const told = chain.flatMap((message) => [...objectsOf(message["sources"]), ...objectsOf(message["citations"])])
  for (const { source, metadata } of told) {
    const { url, name, id } = fieldsOf(source)
    for (const page of objectsOf(metadata))
      sources.add(textOf(page["url"]) ?? page["source"], page["title"] ?? page["name"])
    for (const address of [url, id, name]) sources.add(address, name === address ? undefined : name)
  }
  return sources.citations
}

interface Parts {
  readonly texts: string[]
  readonly thoughts: string[]
  readonly files: ContentPart[]
  readonly pictures: ContentPart[]
}

function partsOf(message: JsonObject): Parts {
  const parts: Parts = { texts: [], thoughts: [], files: [], pictures: [] }
  const picture = (url: string) => parts.pictures.push({ type: "image_url", image_url: { url: pictureAddress(url) } })
  const output = objectsOf(message["output"])
  const said = output.filter(({ type }) => type === "message").flatMap(({ content }) => wordsIn(content))
  const content = message["content"]
  // What tools were called with may be told in the text, too.
  const isCallTold = typeof content === "string" && content.includes('<details type="tool_calls"')
  for (const item of output) {
    if (item["type"] === "reasoning") parts.thoughts.push(...wordsIn(item["content"]), ...wordsIn(item["summary"]))
    else if (item["type"] === "function_call" && !isCallTold)
      parts.thoughts.push(toolNote(textOf(item["name"]) ?? "tool", item["arguments"], resultOf(item, output)))
  }
  const written = typeof content === "string" ? withoutThoughts(content, parts.thoughts) : ""
  if (written.trim() !== "") parts.texts.push(written)
  else if (typeof content === "string" || content === undefined || content === null) parts.texts.push(...said)
  for (const part of objectsOf(content)) {
    if (part["type"] === "image_url") picture(textOf(fieldsOf(part["image_url"])["url"]) ?? "image")
    else if (typeof part["text"] === "string") parts.texts.push(part["text"])
  }
  for (const file of objectsOf(message["files"])) {
    const name = textOf(file["name"]) ?? textOf(fieldsOf(file["file"])["filename"]) ?? "arquivo"
    const type = textOf(file["type"]) ?? ""
    const isPicture = type === "image" || (textOf(file["content_type"]) ?? "").startsWith("image/")
    if (isPicture) picture(textOf(file["url"]) ?? name)
    else parts.files.push(fileOf(name, file["size"], textOf(fieldsOf(fieldsOf(file["file"])["data"])["content"])))
  }
  return parts
}

/** What a tool gave back to a call. */
function resultOf(call: JsonObject, output: readonly JsonObject[]): string {
  const result = output.find((item) => item["type"] === "function_call_output" && item["call_id"] === call["call_id"])
  return wordsIn(result?.["output"]).join("\n")
}

function wordsIn(content: unknown): readonly string[] {
  if (typeof content === "string") return content.trim() === "" ? [] : [content]
  return [...textsOf(content), ...objectsOf(content).flatMap((part) => textOf(part["text"]) ?? [])]
}

/**
 * Takes the thinking and the calls of tools, which it writes as folded parts into the text, out of it. A program that it ran stays where
 * it stood, as a block of code.
 */
function withoutThoughts(content: string, thoughts: string[]): string {
  const isThoughtTold = thoughts.length > 0
  // What is matched stands between the pieces: the name of each part's kind.
  const [first = "", ...folded] = content.split(/<details\s+type="(reasoning|tool_calls|code_interpreter)"/)
  return folded.reduce((before, piece, at) => {
    const kind = folded[at - 1] ?? ""
    if (at % 2 === 0) return before
    const end = piece.indexOf("</details>")
    if (end === -1) return `${before}<details type="${kind}"${piece}`
    const rest = piece.slice(end + "</details>".length)
    const opening = piece.indexOf(">")
    const value = (name: string) => attributeOf(piece.slice(0, opening), name)
    const body = piece.slice(opening + 1, end).replace(/<summary>[^<]*<\/summary>/, "")
    if (kind === "tool_calls") {
      const note = toolNote(value("name") ?? "tool", value("arguments"), value("result"))
      if (note !== "[tool]") thoughts.push(note)
      return before + rest
    }
    if (kind === "code_interpreter") {
      const output = value("output")
      if (output !== undefined) thoughts.push(toolNote("code_interpreter", output))
      return `${before}${body.trim()}${rest}`
    }
    // Where the thinking is told twice, the list's is the truth.
    const words = decodeEntities(body).replace(/^> ?/gm, "").trim()
    if (words !== "" && !isThoughtTold) thoughts.push(words)
    return before + rest
  }, first)
}

/** What an attribute of a folded part says; undefined where it says nothing. Each is a text of JSON. */
function attributeOf(attributes: string, name: string): string | undefined {
  const from = attributes.indexOf(` ${name}="`)
  if (from === -1) return undefined
  const begin = from + name.length + 3
  const end = attributes.indexOf('"', begin)
  if (end === -1) return undefined
  const text = decodeEntities(attributes.slice(begin, end))
  const value = parseJson(text)
  return textOf(typeof value === "string" ? value : text)
}
