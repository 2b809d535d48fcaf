import type { Citation, FinishReason } from "#core/gateway/chat-event.ts"
import type { ToolCall } from "#core/gateway/chat-request.ts"
import { type JsonObject, objectOf } from "#core/lib/fields.ts"
import { spelledCall } from "#core/brazil/spelled-call.ts"
import type { OfferedTool, PretendRequest, Said } from "./pretend-request.ts"
import { dayInBrazil } from "../../time/day-in-brazil.ts"
import { isGreeting, languageOf, subjectOf, titleOf } from "./subject.ts"
import { pretendTexts, type PretendTexts } from "./texts.ts"
import { findWishes, plainWords, type PretendFault } from "./trigger-words.ts"

/** The pretend model's answer, before it is counted, cut to a cap and paced. */
export interface PretendAnswer {
  readonly reasoning: string
  readonly text: string
  readonly citations: readonly Citation[]
  readonly calls: readonly ToolCall[]
  readonly searchCalls: number
  /** The search words. */
  readonly query: string | undefined
  readonly finish: FinishReason
  readonly slow: boolean
  readonly fault: PretendFault | undefined
}

const plain = (text: string): PretendAnswer => ({
  reasoning: "",
  text,
  citations: [],
  calls: [],
  searchCalls: 0,
  query: undefined,
  finish: "stop",
  slow: false,
  fault: undefined,
})

/** The answer to a chat call: a title or summary when that is asked for, else what the last message's words wish for. */
export function composeAnswer({ messages, tools }: PretendRequest): PretendAnswer {
  const last = messages.at(-1) ?? { role: "user", text: "", images: 0 }
  const spoken = messages.filter((message) => message.role === "user" && message.text.trim() !== "")
  const talk = spoken.filter((message) => message !== last)
  const isTalk = messages.some((message) => message !== last && message.role !== "system")
  if (isTalk && asksForTitle(last)) return plain(composeTitle(talk))
  if (isTalk && asksForSummary(last)) return plain(composeSummary(talk))

  const asked = spoken.at(-1)?.text ?? ""
  const texts = pretendTexts[languageOf(asked)]
  if (last.role === "tool") return plain(summaryIn(last.text) ?? texts.toolResult(quotable(last.text, 500)))
  return answerTo(asked, { texts, tools, turn: spoken.length, images: last.images })
}

interface Situation {
  readonly texts: PretendTexts
  readonly tools: readonly OfferedTool[]
  readonly turn: number
  readonly images: number
}

function answerTo(asked: string, { texts, tools, turn, images }: Situation): PretendAnswer {
  const wishes = findWishes(asked)
  const subject = quotable(subjectOf(asked), 200)
  const named = wishes.tool ? namedCalls(asked, tools) : []
  if (named.length > 0) return { ...plain(""), calls: named, finish: "tool-calls", slow: wishes.slow }
  const spelled = spelledCall(asked, dayInBrazil(Date.now()))
  if (spelled && tools.some(({ name }) => name === spelled.operation)) {
    const { operation: name, given } = spelled
    return {
      ...plain(""),
      calls: [{ id: `call_pretend_${name}`, name, arguments: JSON.stringify(given) }],
      finish: "tool-calls",
    }
  }
  const tool = wishes.tool ? tools[0] : undefined
  const reasoning = wishes.thinking ? texts.thinking(subject).join("") : ""
  if (tool) {
    return { ...plain(""), reasoning, calls: [callOf(tool, subject)], finish: "tool-calls", slow: wishes.slow }
  }
  const searched = wishes.sections.includes("pesquise") ? search(texts, subject) : { text: "", citations: [] }
  const shown = [
    wishes.tool ? texts.noTools : "",
    ...wishes.sections.map((section) => (section === "pesquise" ? "" : texts.sections[section](subject))),
    wishes.long ? longText(texts, subject) : "",
  ]
  const text = paragraphs(
    // The search stands first, so that the positions of its sources are positions of the answer.
    searched.text,
    wishes.slow ? texts.slow : "",
    opening(asked, searched.text + shown.join(""), texts, subject, turn),
    images > 0 ? texts.images(images) : "",
    ...shown,
    turn === 1 ? texts.wordList : "",
  )
  return {
    ...plain(text),
    reasoning,
    citations: searched.citations,
    searchCalls: searched.citations.length > 0 ? 1 : 0,
    query: searched.citations.length > 0 ? subjectOf(asked).slice(0, 100) : undefined,
    slow: wishes.slow,
    fault: wishes.fault,
  }
}

/** The sentence about what was asked; none where what is shown says it already. */
function opening(asked: string, shown: string, texts: PretendTexts, subject: string, turn: number): string {
  if (subject === "" || isGreeting(asked)) return texts.greeting
  if (shown === "") return texts.about(subject, turn)
  return shown.includes(subject) ? "" : texts.lead(subject)
}

function paragraphs(...parts: readonly string[]): string {
  return parts.filter((part) => part !== "").join("\n\n")
}

/** Words a long answer has, roughly. */
const longWords = 2_000

function longText(texts: PretendTexts, subject: string): string {
  const parts = [texts.longOpening(subject)]
  let words = 0
  for (let chapter = 1; words < longWords; chapter += 1) {
    for (const paragraph of texts.longParagraphs) {
      const text = paragraph(subject, chapter)
      parts.push(text)
      words += text.split(/\s+/).length
    }
  }
  return paragraphs(...parts)
}

function search(
  texts: PretendTexts,
  subject: string,
): { readonly text: string; readonly citations: readonly Citation[] } {
  let text = ""
  const citations: Citation[] = []
  for (const sentence of texts.search(subject)) {
    const start = text.length
    text += sentence.text
    if (sentence.source) citations.push({ ...sentence.source, start, end: text.length })
  }
  return { text, citations }
}

/** The sentences that a tool of the Brazil pack sums its result up in, with its source; undefined for any other result. */
function summaryIn(result: string): string | undefined {
  const lines = result.split("\n")
  const sentence = lines.find((line) => line.startsWith("Resumo: "))?.slice("Resumo: ".length)
  const source = lines.find((line) => line.startsWith("Fonte: "))
  if (sentence === undefined) return undefined
  const first = sentence.charAt(0).toUpperCase() + sentence.slice(1)
  return paragraphs(quotable(first, 800), source === undefined ? "" : quotable(source, 200))
}

/** The calls that a message spells out, one a line: `ferramenta <name> {json}`. */
function namedCalls(asked: string, tools: readonly OfferedTool[]): readonly ToolCall[] {
  return asked.split("\n").flatMap((line, index): ToolCall[] => {
    const [, name, rest = ""] = /ferramenta[ \t]+([A-Za-z_][\w-]*)(.*)/iu.exec(line) ?? []
    if (name === undefined || !tools.some((tool) => tool.name === name)) return []
    const json = rest.slice(rest.indexOf("{"), rest.lastIndexOf("}") + 1)
    return [{ id: `call_pretend_${name}_${index}`, name, arguments: json === "" ? "{}" : json }]
  })
}

/** A call of the tool with something for each argument its schema requires. */
function callOf(tool: OfferedTool, subject: string): ToolCall {
  const properties = objectOf(tool.parameters["properties"]) ?? {}
  const required = tool.parameters["required"]
  const names = Array.isArray(required) ? required.filter((name) => typeof name === "string") : Object.keys(properties)
  const values = names.map((name) => [name, exampleOf(objectOf(properties[name]) ?? {}, subject)])
  return { id: `call_pretend_${tool.name}`, name: tool.name, arguments: JSON.stringify(Object.fromEntries(values)) }
}

function exampleOf(schema: JsonObject, subject: string): unknown {
  const choices = schema["enum"]
  if (Array.isArray(choices)) return choices[0]
  switch (schema["type"]) {
    case "number":
    case "integer":
      return 1
    case "boolean":
      return true
    case "array":
      return []
    case "object":
      return {}
    default:
      return subject
  }
}

/** A last message that asks for a title of what was said before it. */
function asksForTitle(last: Said): boolean {
  const words = plainWords(last.text)
  const named = words.includes("titulo") || words.includes("title")
  return named && words.some((word) => ["conversa", "conversation", "palavras", "words"].includes(word))
}

function asksForSummary(last: Said): boolean {
  const words = plainWords(last.text)
  const named = words.some((word) => /^(resum[aeio]|summari[sz]e)/.test(word))
  return named && words.some((word) => ["conversa", "conversation", "discussion"].includes(word))
}

function composeTitle(talk: readonly Said[]): string {
  const first = talk.find((message) => !isGreeting(message.text))
  return first ? titleOf(first.text) : pretendTexts[languageOf(talk[0]?.text ?? "")].casualTitle
}

function composeSummary(talk: readonly Said[]): string {
  const texts = pretendTexts[languageOf(talk[0]?.text ?? "")]
  return texts.summary(talk.slice(-8).map((message) => `“${quotable(subjectOf(message.text), 120)}”`))
}

/** The user's words inside our Markdown: one line, its signs shown instead of obeyed. */
function quotable(text: string, characters: number): string {
  const line = text.replaceAll(/\s+/g, " ").trim().slice(0, characters)
  // A bracket behind a backslash would begin a formula.
  const shown = line.replaceAll(/[\\`*_<>|~#&]/g, "\\$&")
  return shown.replaceAll("[", "&#91;").replaceAll("]", "&#93;")
}
