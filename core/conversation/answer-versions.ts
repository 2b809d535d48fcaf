import type { Content } from "../gateway/content.ts"
import { hasContent, type AnswerVersion, type AnswerVersions, type Message } from "./message.ts"

/**
 * Puts a new answer in the place of an old one. The old one becomes a version before it, together with the question it
 * answered. An old answer that has no text and cost nothing is dropped.
 */
export function renewAnswer(old: Message, fresh: Message, asked: Message | undefined): Message {
  const { before, after } = versionsOf(old)
  // Where it has no versions, it was given to the question that it stands under.
  const isGiven = old.versions === undefined || isGivenTo(old, old, asked)
  const kept = hasContent(old) || (old.cost ?? 0) > 0 ? [putAside(old, isGiven ? asked : undefined)] : []
  const versions = [...before, ...kept, ...after]
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
  const aside = putAside(answer, isGivenTo(answer, answer, asked) ? asked : undefined)
  return turned(answer, [...before, aside, ...after], before.length + step, asked)
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
  const more = all.length > 1 ? { ...(questionId !== undefined && { questionId }), versions } : {}
  return {
    answer: { ...shown, id: answer.id, role: answer.role, ...more },
    ...(question !== undefined && isGivenTo(chosen, answer, asked) ? { question } : {}),
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
  return (versionsOf(answer).before[0] ?? answer).date === asked?.date
}

/** The number of the shown version, counted from 1, and how many there are. */
export function versionPlace({ versions }: Message): { readonly at: number; readonly of: number } {
  const { before = [], after = [] } = versions ?? {}
  return { at: before.length + 1, of: before.length + 1 + after.length }
}

function putAside(answer: Message, asked: Message | undefined): AnswerVersion {
  const { id: _id, role: _role, streaming: _streaming, versions: _versions, ...version } = answer
  return asked === undefined ? version : { ...version, questionId: asked.id, question: asked.content }
}
