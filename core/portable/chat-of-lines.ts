import { filePart } from "../conversation/attachment.ts"
import type { AnswerVersion, AnswerVersions, Message } from "../conversation/message.ts"
import { wordsOf, type Content, type ContentPart, type FileNote } from "../gateway/content.ts"
import { linesOf, type Line, type TreeNode } from "./branches.ts"
import { importedId, textBeside, titleOf, type ImportedChat, type Outcome, type SourceName } from "./imported-chat.ts"

/** What a reader understood of a question or of an answer. */
export interface Said {
  readonly content: Content
  /** Epoch milliseconds; absent where the file does not say. */
  readonly date?: number | undefined
  readonly model?: string | undefined
  readonly reasoning?: string | undefined
  readonly reasoningMs?: number | undefined
  readonly citations?: Message["citations"]
  /** The words are those of a failure: there was no answer. */
  readonly isError?: boolean
}

/** A conversation of another program, before its tree is laid out. */
export interface SourceChat<Payload> {
  readonly source: SourceName
  /** Its id there. */
  readonly id: string
  readonly title: unknown
  readonly createdAt: number | undefined
  readonly updatedAt: number | undefined
  readonly nodes: readonly TreeNode<Payload>[]
  readonly current: string | undefined
  /** Undefined where there is nothing to show. */
  readonly question: (payload: Payload) => Said | undefined
  readonly answer: (payloads: readonly Payload[]) => Said | undefined
  readonly context?: readonly { readonly role: "system"; readonly content: string }[]
  readonly leftOut?: number
  /** Who wrote the questions, where several people did. */
  readonly names?: readonly string[]
  readonly now: number
}

/** The conversation and its branches as ours; an entry in which nothing was said is empty. */
export function readSourceChat<Payload>(chat: SourceChat<Payload>): readonly Outcome[] {
  const { source, id, now } = chat
  const { lines, left } = linesOf(chat.nodes, chat.current)
  const began = chat.createdAt ?? chat.updatedAt ?? now
  const chats = lines.flatMap(({ own, turns }, index): ImportedChat[] => {
    const messages: Message[] = []
    const keys: (readonly string[])[] = []
    let last = began - 1
    const dated = ({ date }: Said) => (last = Math.max(date ?? last + 1, 0))
    for (const [at, turn] of turns.entries()) {
      const key = turn.question?.id ?? `first-${at}`
      const asked = turn.question && chat.question(turn.question.payload)
      if (asked !== undefined) {
        const date = dated(asked)
        keys.push([key])
        messages.push({ id: importedId(source, id, own, key), date, role: "user", content: asked.content })
      }
      const say = (nodes: readonly TreeNode<Payload>[]) => chat.answer(nodes.map(({ payload }) => payload))
      const shown = say(turn.answer)
      const version = (one: Said): AnswerVersion => ({ ...fieldsFor(one), date: one.date ?? last, finish: "stop" })
      const [before, after] = [turn.before, turn.after].map((part) => part.flatMap((nodes) => say(nodes) ?? []))
      if (shown === undefined && before?.length === 0 && after?.length === 0) continue
      const answer = shown ?? before?.pop() ?? after?.shift()
      if (answer === undefined) continue
      const date = dated(answer)
      const versions: AnswerVersions = { before: (before ?? []).map(version), after: (after ?? []).map(version) }
      const hasVersions = versions.before.length + versions.after.length > 0
      keys.push([key, "answer"])
      messages.push({
        id: importedId(source, id, own, key, "answer"),
        date,
        role: "assistant",
        ...fieldsFor(answer),
        finish: "stop",
        ...(hasVersions ? { versions } : {}),
      })
    }
    const first = messages[0]
    if (first === undefined) return []
    const words = wordsOf((messages.find(({ role }) => role === "user") ?? first).content)
    const context = (chat.context ?? []).map(({ role, content }, at): Message => ({
      id: importedId(source, id, own, "context", at),
      date: began,
      role,
      content,
    }))
    return [
      {
        id: importedId(source, id, own),
        title: titleOf(chat.title, words),
        createdAt: began,
        updatedAt: Math.max(last, index === 0 ? (chat.updatedAt ?? 0) : 0),
        messages,
        context,
        ...(index === 0 ? {} : { branch: index + 1 }),
        ...(chat.names?.length ? { names: chat.names } : {}),
        leftOut: index === 0 ? (chat.leftOut ?? 0) + left : 0,
        ...(lines.length === 1 ? {} : { line: { source, sourceId: id, keys, ...besideOf(lines[0], lines[index]) } }),
      },
    ]
  })
  if (chats.length > 0) return [{ kind: "chats", source, chats }]
  return [{ kind: "skipped", reason: "empty", ...(typeof chat.title === "string" ? { title: chat.title } : {}) }]
}

/** The first node that only the first line has, seen from another one: what it would be told by as a branch of that. */
function besideOf<Payload>(
  first: Line<Payload> | undefined,
  other: Line<Payload> | undefined,
): { readonly beside?: string } {
  const idsOf = (nodes: readonly TreeNode<Payload>[] = []) => nodes.map(({ id }) => id).join("\n")
  const at = first?.turns.findIndex(({ question, answer }, place) => {
    const there = other?.turns[place]
    return question?.id !== there?.question?.id || idsOf(answer) !== idsOf(there?.answer)
  })
  const turn = at === undefined ? undefined : first?.turns[at]
  if (at === undefined || turn === undefined) return {}
  const isAskedOtherwise = turn.question?.id !== other?.turns[at]?.question?.id
  const beside = isAskedOtherwise ? turn.question?.id : (turn.answer.at(-1)?.id ?? first?.turns[at + 1]?.question?.id)
  return beside === undefined ? {} : { beside }
}

function fieldsFor({ content, model, reasoning, reasoningMs, citations, isError }: Said) {
  return {
    content,
    ...(model === undefined || model === "" ? {} : { model }),
    ...(reasoning === undefined || reasoning === "" ? {} : { reasoning }),
    ...(reasoningMs === undefined ? {} : { reasoningMs }),
    ...(citations === undefined || citations.length === 0 ? {} : { citations }),
    ...(isError ? { isError } : {}),
  }
}

/** The content of some parts: a text where nothing else is among them; undefined where there is nothing. */
export function contentOf(texts: readonly string[], others: readonly ContentPart[] = []): Content | undefined {
  const text = texts
    .map((one) => one.trim())
    .filter((one) => one !== "")
    .join("\n\n")
  if (others.length === 0) return text === "" ? undefined : text
  return [...(text === "" ? [] : [{ type: "text", text } as const]), ...others]
}

/** A text as a block of code, whatever is in it. */
export function fenced(text: string, language = ""): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length))
  const fence = "`".repeat(longest + 1)
  return `${fence}${language}\n${text.replace(/\n$/, "")}\n${fence}`
}

/** What a tool was told or gave back, whole: where another program shows it, it stands nowhere else. */
export function toolNote(name: string, ...values: readonly unknown[]): string {
  const texts = values.map((value) => (typeof value === "string" ? value : (JSON.stringify(value) ?? "")).trim())
  return `[${name}] ${texts.filter((text) => text !== "").join("\n\n")}`.trimEnd()
}

/** A file that came with an answer, as a part of its words: its text, or only its name where the text did not come. */
export function answeredFile(name: string, text: string | undefined): string {
  const title = `**${name.replace(/\s+/g, " ").trim().slice(0, 200)}**`
  return text === undefined ? title : `${title}\n\n${fenced(text)}`
}

/** A file of another program: its text, or only its name where the text did not come. */
export function fileOf(name: string, sizeBytes: unknown, text?: string): ContentPart {
  const note = noteOf(name, sizeBytes)
  return filePart({ note: text === undefined ? { ...note, isCut: true } : note, text: text ?? "" })
}

/** A file that may lie in the export, under `place`. */
export function fileIn(place: string, name: string, sizeBytes: unknown): ContentPart {
  return { type: "text", text: textBeside(place), file: noteOf(name, sizeBytes) }
}

function noteOf(name: string, sizeBytes: unknown): FileNote {
  const size = typeof sizeBytes === "number" && sizeBytes >= 0 ? Math.floor(sizeBytes) : 0
  return { name: name.slice(0, 200), sizeBytes: size }
}
