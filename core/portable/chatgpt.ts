import type { ContentPart } from "../gateway/content.ts"
import { fieldsOf, objectsOf, parseJson, textOf, textsOf, type JsonObject } from "../lib/fields.ts"
import type { TreeNode } from "./branches.ts"
import { contentOf, fenced, fileIn, readSourceChat, toolNote, type Said } from "./chat-of-lines.ts"
import { isWidgetState, reportsOf } from "./chatgpt-report.ts"
import { CitedSources } from "./cited-sources.ts"
import { pictureAddress, timeOf, type EntryReader, type Outcome, type ReadingContext } from "./imported-chat.ts"

/*
 * ChatGPT's export, as its years have written it: a list of conversations, each a tree of nodes. An answer is a chain of nodes:
 * thoughts, calls of tools, what those gave back, and the words.
 */

export function isChatGpt(entry: JsonObject): boolean {
  return typeof entry["mapping"] === "object" && entry["mapping"] !== null
}

/** What identifies an entry of such a list even where its tree is missing. */
export function isLikeChatGpt(entry: JsonObject): boolean {
  return "current_node" in entry || "conversation_template_id" in entry || "default_model_slug" in entry
}

export function chatGptReader(context: ReadingContext): EntryReader {
  return { take: (entry) => readConversation(fieldsOf(entry), context), end: () => [] }
}

interface Node {
  readonly message: JsonObject
  readonly date: number | undefined
  /** The report of a deep research that it bears. */
  readonly report?: JsonObject | undefined
}

function readConversation(entry: JsonObject, context: ReadingContext): readonly Outcome[] {
  const title = textOf(entry["title"])
  const mapping = entry["mapping"]
  if (typeof mapping !== "object" || mapping === null) {
    return [{ kind: "skipped", reason: "damaged", ...(title === undefined ? {} : { title }) }]
  }
  const createdAt = timeOf(entry["create_time"], context)
  const dates = new Map<string, number>()
  let leftOut = 0
  const nodes: TreeNode<Node>[] = []
  const skipped = new Map<string, string | undefined>()
  const people = new Set<string>()
  const told = new Map(
    Object.entries(mapping as JsonObject).map(([key, stored]) => {
      const node = fieldsOf(stored)
      return [textOf(node["id"]) ?? key, { parent: textOf(node["parent"]), message: fieldsOf(node["message"]) }]
    }),
  )
  const reports = reportsOf(told)
  // Most exports write a node after its parent; where not, the date is only less exact.
  for (const [id, { parent, message }] of told) {
    const date =
      timeOf(message["create_time"], context) ??
      (parent === undefined ? undefined : (dates.get(parent) ?? createdAt ?? -1) + 1)
    if (date !== undefined && date > 0) dates.set(id, date)
    const role = roleOf(message)
    const report = reports.shown.get(id)
    const isHere = role !== undefined && !isHidden(message, role) && (role === "user" || !isWidgetState(message))
    if (role === undefined || (!isHere && report === undefined)) {
      if (role !== undefined && wordsIn(message) !== "" && !reports.again.has(id)) leftOut += 1
      skipped.set(id, parent)
      continue
    }
    if (role === "user") people.add(nameIn(message))
    nodes.push({
      id,
      parent,
      isQuestion: role === "user",
      payload: { message, report, date: date !== undefined && date > 0 ? date : undefined },
    })
  }
  const above = aboveOf(skipped)
  // The nodes that are shown, each below the next one above it that is shown, too.
  const visible = nodes.map((node) => ({ ...node, parent: above(node.parent) }))
  const current = above(textOf(entry["current_node"]))
  const isThere = visible.some(({ id }) => id === current)
  const model = textOf(entry["default_model_slug"])
  const id = textOf(entry["id"]) ?? textOf(entry["conversation_id"]) ?? `${title ?? ""} ${createdAt ?? ""}`
  return readSourceChat<Node>({
    source: "chatgpt",
    id,
    title,
    createdAt,
    updatedAt: timeOf(entry["update_time"], context),
    nodes: visible,
    current: isThere ? current : newestLeaf(visible),
    question: (node) => readQuestion(node, people.size > 1 ? nameIn(node.message) : ""),
    names: people.size > 1 ? [...people].filter((name) => name !== "") : [],
    answer: (chain) => readAnswer(chain, model),
    leftOut,
    now: context.now,
  })
}

/** The end of the line that was written last, where the file does not say which one was shown. */
function newestLeaf(nodes: readonly TreeNode<Node>[]): string | undefined {
  const parents = new Set(nodes.map(({ parent }) => parent))
  const dateOf = (node: TreeNode<Node> | undefined) => node?.payload.date ?? 0
  const leaves = nodes.filter(({ id }) => !parents.has(id))
  return (leaves.reduce((best, one) => (dateOf(one) >= dateOf(best) ? one : best), leaves[0]) ?? nodes.at(-1))?.id
}

/** Finds the next node above one that is shown; a circle of skipped ones has none. What was found is known for all on the way. */
function aboveOf(skipped: ReadonlyMap<string, string | undefined>): (id: string | undefined) => string | undefined {
  const known = new Map<string, string | undefined>()
  return (id) => {
    const way: string[] = []
    let at = id
    while (at !== undefined && skipped.has(at) && !known.has(at)) {
      known.set(at, undefined)
      way.push(at)
      at = skipped.get(at)
    }
    const found = at !== undefined && known.has(at) ? known.get(at) : at
    for (const one of way) known.set(one, found)
    return found
  }
}

function roleOf(message: JsonObject): "user" | "assistant" | "tool" | "system" | undefined {
  const role = textOf(fieldsOf(message["author"])["role"]) ?? textOf(message["role"])
  if (role === "user" || role === "assistant" || role === "tool") return role
  return role === undefined && wordsIn(message) !== "" ? "assistant" : role === undefined ? undefined : "system"
}

const hiddenTypes: ReadonlySet<unknown> = new Set(["user_editable_context", "model_editable_context", "system_message"])

function isHidden(message: JsonObject, role: string): boolean {
  const metadata = fieldsOf(message["metadata"])
  const { content_type: type } = fieldsOf(message["content"])
  return (
    role === "system" ||
    metadata["is_visually_hidden_from_conversation"] === true ||
    metadata["is_user_system_message"] === true ||
    hiddenTypes.has(type) ||
    (type === "reasoning_recap" && typeof metadata["finished_duration_sec"] !== "number")
  )
}

/** Who wrote a message, where several people talk with it; else empty. */
function nameIn(message: JsonObject): string {
  return (textOf(fieldsOf(message["author"])["name"]) ?? "").replace(/\s+/g, " ").trim().slice(0, 100)
}

function readQuestion({ message, date }: Node, name: string): Said | undefined {
  const { texts, pictures } = partsOf(message)
  const shown = new Set(pictures.map(({ name }) => name))
  const files = objectsOf(fieldsOf(message["metadata"])["attachments"]).flatMap((file): ContentPart[] => {
    const [id, name, type] = [textOf(file["id"]), textOf(file["name"]), textOf(file["mime_type"]) ?? ""]
    if (id !== undefined && shown.has(id)) return []
    if (type.startsWith("image/") && id !== undefined) return [pictureOf(id)]
    return name === undefined ? [] : [fileIn(id ?? name, name, file["size"])]
  })
  const parts = [...files.filter(({ type }) => type === "text"), ...pictures.map(({ name }) => pictureOf(name))]
  const others = [...parts, ...files.filter(({ type }) => type !== "text")]
  const words = texts.join("\n\n").trim()
  const isSigned = name !== "" && (words !== "" || others.length > 0)
  const content = contentOf(isSigned ? [signed(name, words)] : texts, others)
  return content === undefined ? undefined : { content, date }
}

/** The words of one of several people. */
export function signed(name: string, words: string): string {
  return `${name}: ${words}`
}

function readAnswer(chain: readonly Node[], usual: string | undefined): Said | undefined {
  const [texts, thoughts, pictures]: [string[], string[], ContentPart[]] = [[], [], []]
  const sources = new CitedSources()
  let date: number | undefined
  let model: string | undefined
  let reasoningMs: number | undefined
  for (const node of chain) {
    const { message } = node
    const metadata = fieldsOf(message["metadata"])
    const content = fieldsOf(message["content"])
    // Since 2025 what a research found out is written by its tool.
    const isTool = roleOf(message) === "tool" && metadata["is_async_task_result_message"] !== true
    date ??= node.date
    model = textOf(metadata["model_slug"]) ?? model
    if (node.report !== undefined) {
      const about = fieldsOf(node.report["metadata"])
      model = textOf(about["model_slug"]) ?? model
      texts.push(...partsOf(node.report).texts.map((text) => withReferences(text, about, sources)))
      if (isWidgetState(message)) continue
    }
    const seconds = metadata["finished_duration_sec"]
    if (typeof seconds === "number" && seconds >= 0) reasoningMs = Math.round(seconds * 1_000)
    // "Thought for 3 s": how long is all that it tells.
    if (content["content_type"] === "reasoning_recap") continue
    const found = partsOf(message)
    pictures.push(...found.pictures.map(({ name }) => pictureOf(name)))
    const recipient = textOf(message["recipient"]) ?? "all"
    if (content["content_type"] === "thoughts") {
      thoughts.push(...thoughtsIn(content["thoughts"]))
    } else if (isTool) {
      const name = textOf(fieldsOf(message["author"])["name"]) ?? "tool"
      const text = found.texts.join("\n").trim()
      const isOutput = found.pictures.length === 0 || content["content_type"] === "execution_output"
      if (text !== "" && isOutput) thoughts.push(toolNote(name, text))
    } else if (recipient !== "all") {
      const text = found.texts.join("\n")
      const document = recipient.startsWith("canmore.") ? fieldsOf(parseJson(text)) : {}
      const written = textOf(document["content"]) ?? rewritten(document)
      if (written !== undefined) {
        const kind = textOf(document["type"]) ?? documentKind(chain)
        texts.push(kind.startsWith("code/") ? fenced(written, kind.slice("code/".length)) : written)
      } else if (text.trim() !== "") {
        if (recipient === "python") texts.push(fenced(text, "python"))
        else thoughts.push(toolNote(recipient, text))
      }
    } else {
      texts.push(...found.texts.map((text) => withReferences(text, metadata, sources)))
    }
  }
  const content = contentOf(texts, pictures)
  const reasoning = thoughts.join("\n\n")
  if (content === undefined && reasoning === "") return undefined
  return { content: content ?? "", date, model: model ?? usual, reasoning, reasoningMs, citations: sources.citations }
}

/** What was thought: a text, or a list of texts or of steps with their summaries. */
function thoughtsIn(stored: unknown): readonly string[] {
  const steps: readonly unknown[] = Array.isArray(stored) ? stored : [stored]
  return steps.flatMap((step) => {
    const { summary, content, chunks } = fieldsOf(step)
    const said = [textOf(step), textOf(summary), textOf(content) ?? textOf(textsOf(chunks).join(""))]
    return textOf(said.filter((one) => one !== undefined).join("\n")) ?? []
  })
}

/** The whole new text of a page that was changed; undefined where only a place in it was. */
function rewritten(document: JsonObject): string | undefined {
  const [update, ...more] = objectsOf(document["updates"])
  return more.length === 0 && update?.["pattern"] === ".*" ? textOf(update["replacement"]) : undefined
}

/** The kind of the page that the canvas tool wrote in a chain of messages (`document`, `code/python`), as its replies name it. */
function documentKind(chain: readonly Node[]): string {
  const kinds = chain.map(({ message }) => textOf(fieldsOf(fieldsOf(message["metadata"])["canvas"])["textdoc_type"]))
  return kinds.find((kind) => kind !== undefined) ?? ""
}

interface Parts {
  readonly texts: readonly string[]
  readonly pictures: readonly { readonly name: string }[]
}

/** The texts and pictures of a message, whatever kind its content is. */
function partsOf(message: JsonObject): Parts {
  const stored = message["content"]
  if (typeof stored === "string") return { texts: [stored], pictures: [] }
  const content = fieldsOf(stored)
  const texts: string[] = []
  const pictures: { name: string }[] = []
  const parts = content["parts"]
  for (const part of Array.isArray(parts) ? (parts as readonly unknown[]) : []) {
    if (typeof part === "string") texts.push(part)
    const fields = fieldsOf(part)
    const pointer = textOf(fields["asset_pointer"]) ?? ""
    const type = textOf(fields["content_type"]) ?? ""
    if (type === "image_asset_pointer" || (pointer !== "" && !/audio|video/.test(type))) {
      pictures.push({ name: nameOf(pointer) })
    } else if (typeof fields["text"] === "string") texts.push(fields["text"])
  }
  if (content["content_type"] === "code") {
    const text = textOf(content["text"])
    // To a tool it goes as it is; to the reader as a block.
    if (text !== undefined)
      texts.push((textOf(message["recipient"]) ?? "all") === "all" ? fenced(text, codeOf(content)) : text)
  } else if (texts.length === 0 && pictures.length === 0) {
    for (const field of ["text", "result", "content", "output", "output_str", "summary"]) {
      const text = textOf(content[field])
      if (text !== undefined) {
        // A page that was read has a title and an address.
        const head = [textOf(content["title"]), textOf(content["url"])].filter((one) => one !== undefined)
        texts.push(content["content_type"] === "execution_output" ? fenced(text) : [...head, text].join("\n"))
        break
      }
    }
  }
  // The charts that a program has drawn.
  const results = objectsOf(fieldsOf(fieldsOf(message["metadata"])["aggregate_result"])["messages"])
  for (const { image_url: address } of results) {
    const pointer = textOf(address)
    if (pointer !== undefined) pictures.push({ name: nameOf(pointer) })
  }
  return { texts, pictures }
}

/** The name of a file that `file-service://…` or `sediment://…` points to. */
function nameOf(pointer: string): string {
  return pointer.replace(/^[\w-]+:\/\//, "")
}

function codeOf(content: JsonObject): string {
  const language = textOf(content["language"]) ?? ""
  return /^[\w+#-]{1,30}$/.test(language) && language !== "unknown" ? language : ""
}

function pictureOf(name: string): ContentPart {
  return { type: "image_url", image_url: { url: pictureAddress(name) } }
}

function wordsIn(message: JsonObject): string {
  const { texts, pictures } = partsOf(message)
  return texts.join("").trim() + pictures.map(({ name }) => name).join("")
}

/** Marks of sources, which its own page draws, as links; those that lead nowhere are taken away. */
function withReferences(text: string, metadata: JsonObject, sources: CitedSources): string {
  let left = text
  const references = ["content_references", "n7jupd_crefs"].flatMap((name) => objectsOf(metadata[name]))
  for (const reference of references) {
    const [matched, alt] = [textOf(reference["matched_text"]), reference["alt"]]
    const items = ["items", "sources"].flatMap((name) => objectsOf(reference[name]))
    const beside = items.flatMap((item) => objectsOf(item["supporting_websites"]))
    for (const item of [reference, ...items, ...beside]) sources.add(item["url"], item["title"])
    if (matched !== undefined && matched.trim() !== "")
      left = left.replaceAll(matched, () => textOf(alt) ?? wordsOfMark(matched))
  }
  for (const citation of objectsOf(metadata["citations"])) {
    const source = fieldsOf(citation["metadata"])
    sources.add(source["url"], source["title"])
  }
  const marks = /\u{e200}[^\u{e200}\u{e201}]*\u{e201}/gu
  return withoutFrames(left)
    .replace(marks, wordsOfMark)
    .replace(/【[^【】†]{0,40}†[^【】]{0,40}】/g, "")
}

/** What a mark that its own page draws says by itself: the name of a thing, or a link. Those of sources say nothing. */
function wordsOfMark(mark: string): string {
  const [kind, words = "", address = ""] = mark.replace(/\u{e201}$/u, "").split("\u{e202}")
  if (kind === "\u{e200}entity") return textsOf(parseJson(words))[1] ?? ""
  if (kind !== "\u{e200}url") return ""
  return /^https?:\/\/[^\s()<>]+$/.test(address) ? `[${words.replaceAll(/[[\]]/g, "")}](${address})` : words
}

/** The lines around a text that is to be used elsewhere, which its own page draws as a frame: `:::writing{variant="email" subject="…"}`, `:::`. */
export function withoutFrames(text: string): string {
  if (!text.includes(":::writing{")) return text
  let isFramed = false
  const lines = text.split("\n").flatMap((line) => {
    const [, attributes] = /^:::writing\{([^}]*)\}\s*$/.exec(line) ?? []
    if (attributes !== undefined) {
      isFramed = true
      const [, title] = / (?:subject|title)="([^"]+)"/.exec(attributes) ?? []
      return title === undefined ? [] : [`**${title}**`, ""]
    }
    if (!isFramed || line.trimEnd() !== ":::") return [line]
    isFramed = false
    return []
  })
  return lines.join("\n")
}
