import type { Citation } from "../gateway/chat-event.ts"
import type { ContentPart } from "../gateway/content.ts"
import { fieldsOf, isObject, objectsOf, textOf, type JsonObject } from "../lib/fields.ts"
import type { TreeNode } from "./branches.ts"
import { contentOf, fileOf, readSourceChat, type Said } from "./chat-of-lines.ts"
import { timeOf, type EntryReader, type Outcome, type ReadingContext } from "./imported-chat.ts"

/*
 * DeepSeek's export: a tree of nodes as ChatGPT's, but its messages name no speaker. They are cut into fragments (what was asked,
 * thought, searched and answered); those of early 2025 have one text, and thoughts beside it.
 */

export function isDeepSeek(entry: JsonObject): boolean {
  if (!isObject(entry["mapping"])) return false
  return "inserted_at" in entry || Object.values(entry["mapping"]).some((node) => isMessage(messageOf(node)))
}

function messageOf(node: unknown): JsonObject {
  return fieldsOf(fieldsOf(node)["message"])
}

function isMessage(message: JsonObject): boolean {
  return Array.isArray(message["fragments"]) || ("inserted_at" in message && !("author" in message))
}

export function deepSeekReader(context: ReadingContext): EntryReader {
  return { take: (entry) => readConversation(fieldsOf(entry), context), end: () => [] }
}

function readConversation(entry: JsonObject, context: ReadingContext): readonly Outcome[] {
  const title = textOf(entry["title"])
  const createdAt = timeOf(entry["inserted_at"], context)
  const written = Object.entries(fieldsOf(entry["mapping"])).map(([key, node]) => {
    const { id, parent } = fieldsOf(node)
    return { id: textOf(id) ?? key, parent: textOf(parent), message: messageOf(node) }
  })
  const parents = new Map(written.map(({ id, parent }) => [id, parent]))
  const nodes = written.flatMap(({ id, parent, message }): TreeNode<JsonObject>[] => {
    if (!("fragments" in message) && !("content" in message)) return []
    return [{ id, parent, isQuestion: isQuestion(message, () => depthOf(id, parents)), payload: message }]
  })
  return readSourceChat<JsonObject>({
    source: "deepseek",
    id: textOf(entry["id"]) ?? `${title ?? ""} ${createdAt ?? ""}`,
    title,
    createdAt,
    updatedAt: timeOf(entry["updated_at"], context),
    nodes,
    // It does not say which branch was shown: the last one that was written is the one that somebody went on in.
    current: nodes.at(-1)?.id,
    question: (message) => readQuestion(message, context),
    answer: (chain) => readAnswer(chain, context),
    now: context.now,
  })
}

function isQuestion(message: JsonObject, depth: () => number): boolean {
  const kinds = objectsOf(message["fragments"]).map(({ type }) => type)
  if (kinds.length > 0) return kinds.includes("REQUEST")
  const role = textOf(message["role"])?.toLowerCase()
  if (role !== undefined) return role === "user"
  // Without either, questions and answers take turns from the root on.
  return depth() % 2 === 1
}

function depthOf(id: string, parents: ReadonlyMap<string, string | undefined>): number {
  let depth = 0
  const seen = new Set<string>()
  for (let at = parents.get(id); at !== undefined && parents.has(at) && !seen.has(at); at = parents.get(at)) {
    seen.add(at)
    depth += 1
  }
  return depth
}

/** The texts of a message by what they are; those of the older form stand in its own fields. */
function textsOf(message: JsonObject, kind: "REQUEST" | "THINK" | "RESPONSE"): readonly string[] {
  if (Array.isArray(message["fragments"]))
    return objectsOf(message["fragments"]).flatMap(({ type, content }) =>
      type === kind ? (textOf(content) ?? []) : [],
    )
  const text = textOf(message[kind === "THINK" ? "reasoning_content" : "content"])
  return text === undefined ? [] : [text]
}

function readQuestion(message: JsonObject, context: ReadingContext): Said | undefined {
  const files = objectsOf(message["files"]).flatMap((file): ContentPart[] => {
    const name = textOf(file["file_name"]) ?? textOf(file["name"])
    return name === undefined ? [] : [fileOf(name, file["file_size"] ?? file["size"], textOf(file["content"]))]
  })
  const content = contentOf(textsOf(message, "REQUEST"), files)
  return content === undefined ? undefined : { content, date: timeOf(message["inserted_at"], context) }
}

function readAnswer(chain: readonly JsonObject[], context: ReadingContext): Said | undefined {
  const content = contentOf(chain.flatMap((message) => textsOf(message, "RESPONSE")))
  const reasoning = chain.flatMap((message) => textsOf(message, "THINK")).join("\n\n")
  if (content === undefined && reasoning === "") return undefined
  const citations = chain.flatMap((message) => [
    ...sourcesIn(message["search_results"]),
    ...objectsOf(message["fragments"]).flatMap(({ results }) => sourcesIn(results)),
  ])
  const date = timeOf(chain[0]?.["inserted_at"], context)
  return { content: content ?? "", date, model: textOf(chain.at(-1)?.["model"]), reasoning, citations }
}

function sourcesIn(results: unknown): readonly Citation[] {
  return objectsOf(results).flatMap(({ url, title }) => {
    const address = textOf(url)
    return address !== undefined && /^https?:\/\//.test(address)
      ? [{ url: address, title: textOf(title) ?? address }]
      : []
  })
}
