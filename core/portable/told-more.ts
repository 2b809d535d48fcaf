import type { AnswerVersion, Message } from "../conversation/message.ts"
import type { Content } from "../gateway/content.ts"
import { fieldsOf } from "../lib/fields.ts"
import { signed, withoutFrames } from "./chatgpt.ts"
import { withoutThinking } from "./claude.ts"
import { fileBeside } from "./imported-chat.ts"
import { withoutMarks } from "./librechat.ts"
import { touchedParts } from "./undo.ts"

/*
 * Whether a message of a file says more than the one here that bears its id: it was edited in the other program since, answered again,
 * or its answer went on.
 */

/** A message that is here. */
export interface MessageHere {
  readonly message: Message
  /** Whether its words were changed since it came. The file may then say what they were, which is nothing new. */
  readonly isChanged: boolean
}

/** A stored message, to be compared. `own`: the stamps of imports, which are nobody's changes. */
export function messageHere(
  row: { readonly message: Message; readonly sync?: unknown },
  own: readonly string[] = [],
): MessageHere {
  const whole = String(fieldsOf(row.sync)["born"])
  const parts = touchedParts(row, new Set([whole, ...own]))
  return { message: row.message, isChanged: parts.some((part) => /^(message\.content|answers)/.test(part)) }
}

export interface TellingHabits {
  /**
   * Whether another line of the conversation that is here has a text, since of the answers to one question those that nobody went on from
   * move between the lines.
   */
  readonly isSaid?: ((text: string) => boolean) | undefined
  /** Who may stand before a question. Here nobody may: its conversation became several people's later, or was read by an earlier release. */
  readonly names?: readonly string[] | undefined
}

/** Whether `told` says anything that is not here. */
export function tellsMore(
  told: Message,
  { message, isChanged }: MessageHere,
  { isSaid = () => false, names = [] }: TellingHabits = {},
): boolean {
  const isAnswer = told.role === "assistant"
  const here = answersOf(message)
  // Of an answer that was asked for again here, the one that came is still there to be compared.
  if (isChanged && !(isAnswer && here.length > 1)) return false
  const isHere = ({ content }: Pick<Message, "content">) =>
    here.some((one) => holds(one.content, content, isAnswer ? { isAnswer } : { names }))
  return !isHere(told) || answersOf(told).some((one) => !isHere(one) && !isSaid(textOfContent(one.content)))
}

/** The texts of a message and of its other versions. */
export function textsOfMessage(message: Message): readonly string[] {
  return answersOf(message).map(({ content }) => textOfContent(content))
}

function answersOf(message: Message): readonly Pick<AnswerVersion, "content">[] {
  const { before = [], after = [] } = message.versions ?? {}
  return [message, ...before, ...after]
}

function textOfContent(content: Content): string {
  return partsOf(content).join("\n\n")
}

function partsOf(content: Content): readonly string[] {
  if (typeof content === "string") return content === "" ? [] : [content]
  // A file's text is looked for in the export only for what comes.
  const told = content.filter((part) => part.type === "text" && part.text !== "" && fileBeside(part) === undefined)
  return told.map((part) => (part.type === "text" ? part.text : ""))
}

/**
 * Whether what is here has all texts of a content, in their order; words for a missing picture may stand between them. An answer may have
 * gone on since: an older file has its beginning.
 */
function holds(
  here: Content,
  told: Content,
  { isAnswer = false, names = [] }: { readonly isAnswer?: boolean; readonly names?: readonly string[] },
): boolean {
  const parts = partsOf(here).map(asReadNow)
  let next = 0
  return partsOf(told)
    .map(asReadNow)
    .every((text) => {
      const isIt = (part: string) =>
        isAnswer ? part.startsWith(text) : part === text || names.some((name) => asReadNow(signed(name, part)) === text)
      const at = parts.findIndex((part, place) => place >= next && isIt(part))
      next = at + 1
      return at !== -1
    })
}

/** The numbers and marks of a list's items, which a line may have alone. */
const itemMarks = /^ *(?:-|\d{1,9}\.)(?= |$)/gm

/**
 * What of a text does not depend on the release that has read its file: those of before left the thinking of Claude, LibreChat's marks
 * of sources and ChatGPT's frames in it, and broke the lines of Gemini's lists and tables elsewhere.
 */
export function asReadNow(text: string): string {
  return withoutFrames(withoutMarks(withoutThinking(text, [])))
    .replace(itemMarks, "")
    .replace(/\s+/g, "")
}
