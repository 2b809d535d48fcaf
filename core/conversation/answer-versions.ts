import type { Content } from "../gateway/content.ts"
import { hasContent, type AnswerVersion, type AnswerVersions, type Message } from "./message.ts"

/**
 * Puts a new answer in the place of an old one. The old one becomes a version before it, together with the question it
 * answered. An old answer that has no text and cost nothing is dropped.
 */
export function renewAnswer(old: Message, fresh: Message, asked: Message | undefined): Message {
  const { before, after } = versionsOf(old)
  const kept = hasContent(old) || (old.cost ?? 0) > 0 ? [putAside(old)] : []
  const versions = withWords([...before, ...kept, ...after], old, asked)
  if (versions.length === 0) return fresh
  return { ...fresh, ...(asked && { questionId: asked.id }), versions: { before: versions, after: [] } }
}

/** An answer whose shown version has changed, and the words that one was given for, where that is known. */
export interface Turned {
  readonly answer: Message
  readonly question?: Content
}

/**
 * Shows another version of an answer. Beyond the first or the last version nothing changes, and none while an answer arrives or
 * its question waits for a connection: what waits is sent from the place where it is shown.
 */
export function showVersion(answer: Message, step: number, asked: Message | undefined): Turned {
  const { before, after } = versionsOf(answer)
  if (answer.streaming || answer.queued || step === 0) return { answer }
  const all = withWords([...before, putAside(answer), ...after], answer, asked)
  return turned(answer, all, before.length + step, asked)
}

/** Drops the shown version of an answer that is not asked for after all: the one before it is shown again, if there is any. */
export function withdrawVersion(answer: Message, asked: Message | undefined): Turned {
  const { before, after } = versionsOf(answer)
  if (answer.streaming) return { answer }
  return turned(answer, [...before, ...after], Math.max(before.length - 1, 0), asked)
}

function turned(answer: Message, all: readonly AnswerVersion[], at: number, asked: Message | undefined): Turned {
  const chosen = all[at]
  if (chosen === undefined) return { answer }
  // An earlier page could put an answer aside while its question waited; nobody sends that one any more.
  const { question, queued: _queued, questionId, ...shown } = chosen
  const versions = { before: all.slice(0, at), after: all.slice(at + 1) }
  const isGiven = isGivenTo(chosen, answer, asked)
  const known = {
    ...(questionId !== undefined && (all.length > 1 || !isGiven) && { questionId }),
    ...(question !== undefined && !isGiven && { question }),
  }
  return {
    answer: { ...shown, ...known, id: answer.id, role: answer.role, ...(all.length > 1 && { versions }) },
    ...(question !== undefined && isGiven && { question }),
  }
}

function versionsOf({ versions }: Message): AnswerVersions {
  return versions ?? { before: [], after: [] }
}

/**
 * Whether `one` of the versions of `answer` was given to the question that the answer stands under: another one may stand there
 * since messages between were deleted. Pages that did not note it are believed where question and first answer began as one.
 */
function isGivenTo(one: AnswerVersion | Message, answer: Message, asked: Message | undefined): boolean {
  if (one.questionId !== undefined) return one.questionId === asked?.id
  // Where it has no versions, it was given to the question that it stands under.
  if (answer.versions === undefined) return true
  return (versionsOf(answer).before[0] ?? answer).date === asked?.date
}

/** The number of the shown version, counted from 1, and how many there are. */
export function versionPlace({ versions }: Message): { readonly at: number; readonly of: number } {
  const { before = [], after = [] } = versions ?? {}
  return { at: before.length + 1, of: before.length + 1 + after.length }
}

function putAside(answer: Message): AnswerVersion {
  const { id: _id, role: _role, streaming: _streaming, versions: _versions, ...version } = answer
  return version
}

/** Notes the words that stand before an answer with those of its versions that were given to them and have none noted. */
function withWords(
  all: readonly AnswerVersion[],
  answer: Message,
  asked: Message | undefined,
): readonly AnswerVersion[] {
  if (asked === undefined) return all
  return all.map((one) =>
    one.question !== undefined || !isGivenTo(one, answer, asked)
      ? one
      : { ...one, questionId: asked.id, question: asked.content },
  )
}
