import type { Shape } from "../storage/parts.ts"
import { canonicalText, hashOf, isSameValue } from "../storage/same-value.ts"
import type { AnswerVersion, Message } from "./message.ts"
import { storedImageIds } from "./image-reference.ts"

/** A message and where it stands: messages of a session are ordered by `position`, which begins as their time. */
export interface PlacedMessage {
  readonly id: string
  readonly sessionId: string
  readonly position: number
  readonly message: Message
  /** The pictures of the store that it names; absent without any. */
  readonly images?: readonly string[]
}

/**
 * A message as it is joined with another state of itself. The answers to a question are a set, of which one is
 * shown, so that two that were asked for apart from each other are both there.
 */
export interface MessageRecord {
  readonly id: string
  readonly sessionId: string
  readonly position: number
  /** All but what stands in `answers`; the `question` of the shown one stands here, too, where it waits for its place. */
  readonly message: Partial<Message>
  readonly answers?: Readonly<Record<string, AnswerVersion>>
  /** The key of the one that is shown. */
  readonly shown?: string
}

export const messageShape: Shape = {
  nested: ["message", "answers"],
  texts: ["message.content"],
  computed: ["message.streaming"],
  items: { path: "answers", join: (a, b) => joinAnswers(a as AnswerVersion, b as AnswerVersion) },
}

export function toRecord({ id, sessionId, position, message }: PlacedMessage): MessageRecord {
  if (message.role !== "assistant") return { id, sessionId, position, message }
  const { id: own, role, streaming, versions, ...shown } = message
  const answers = new Map<string, AnswerVersion>()
  const add = (answer: AnswerVersion): string => {
    let key = keyOf(answer)
    while (answers.has(key)) key += "'"
    answers.set(key, answer)
    return key
  }
  for (const answer of versions?.before ?? []) add(answer)
  const shownKey = add(shown)
  for (const answer of versions?.after ?? []) add(answer)
  const rest: Partial<Message> = {
    id: own,
    role,
    ...(streaming === undefined ? {} : { streaming }),
    ...(shown.question === undefined ? {} : { question: shown.question }),
  }
  return { id, sessionId, position, message: rest, answers: Object.fromEntries(answers), shown: shownKey }
}

/** The message of a joined record: its answers in the order of their dates. */
export function fromRecord({ id, sessionId, position, message, answers, shown }: MessageRecord): PlacedMessage {
  const whole = answers === undefined ? (message as Message) : answered(message, answers, shown)
  const images = storedImageIds(whole)
  return { id, sessionId, position, message: whole, ...(images.length === 0 ? {} : { images }) }
}

function answered(
  message: Partial<Message>,
  answers: Readonly<Record<string, AnswerVersion>>,
  shown: string | undefined,
): Message {
  const all = Object.entries(answers).sort(([a, one], [b, other]) => one.date - other.date || (a < b ? -1 : 1))
  const found = all.findIndex(([key]) => key === shown)
  const at = found === -1 ? all.length - 1 : found
  const { question, ...own } = all[at]?.[1] ?? { content: "", date: 0 }
  // Of another answer, which was shown where it was noted, it says nothing here.
  const { question: waiting, ...rest } = message as Pick<Message, "id" | "role" | "question">
  const isWaiting = waiting !== undefined && isSameValue(waiting, question)
  const [before, after] = [all.slice(0, at), all.slice(at + 1)].map((part) => part.map(([, version]) => version))
  const versions = { before: before ?? [], after: after ?? [] }
  return { ...own, ...rest, ...(isWaiting ? { question } : {}), ...(all.length > 1 ? { versions } : {}) }
}

/**
 * The name of an answer among the answers to its question: the key it was first asked for with, which it has from its first
 * moment to its last and wherever it is stored. Its run is known later, and is another one after every round of tools.
 */
function keyOf({ rounds, idempotencyKey, runId, date, model, content }: AnswerVersion): string {
  const first = rounds?.[0] ?? { idempotencyKey, runId, content }
  return first.idempotencyKey ?? first.runId ?? hashOf([date, model, first.content])
}

/**
 * Two states of one answer: the finished one, else the longer. What it cost and used is known where somebody was told, and the
 * greater of two; what was asked, and of which message, is known together.
 */
function joinAnswers(a: AnswerVersion, b: AnswerVersion): AnswerVersion {
  const bare = ({ cost: _cost, usage: _usage, question: _question, questionId: _id, ...answer }: AnswerVersion) =>
    answer
  const rank = ({ finish, failure, interrupted }: AnswerVersion) =>
    finish !== undefined ? 3 : failure !== undefined ? 2 : interrupted === true ? 1 : 0
  const [one, other] = [bare(a), bare(b)]
  const [text, otherText] = [canonicalText(one), canonicalText(other)]
  const order = rank(a) - rank(b) || text.length - otherText.length || (text >= otherText ? 1 : -1)
  const greater = <Part>(mine: Part | undefined, theirs: Part | undefined): Part | undefined =>
    canonicalText(mine) >= canonicalText(theirs) ? mine : theirs
  const cost = a.cost === undefined || b.cost === undefined ? (a.cost ?? b.cost) : a.cost >= b.cost ? a.cost : b.cost
  const usage = greater(a.usage, b.usage)
  return {
    ...(order >= 0 ? one : other),
    ...(cost === undefined ? {} : { cost }),
    ...(usage === undefined ? {} : { usage }),
    ...joinAsked(askedOf(a), askedOf(b)),
  }
}

type Asked = Pick<AnswerVersion, "question" | "questionId">

function askedOf({ question, questionId }: AnswerVersion): Asked {
  return { ...(question !== undefined && { question }), ...(questionId !== undefined && { questionId }) }
}

/** Whoever noted the message knew best which words were its; without an id they may be those of another. */
function joinAsked(a: Asked, b: Asked): Asked {
  const rank = ({ question, questionId }: Asked) =>
    (questionId === undefined ? 0 : 2) + (question === undefined ? 0 : 1)
  const order = rank(a) - rank(b) || (canonicalText(a) >= canonicalText(b) ? 1 : -1)
  return order >= 0 ? a : b
}
