import type { Content } from "../gateway/content.ts"
import { hasContent, type AnswerVersion, type Message } from "./message.ts"

/**
 * Puts a new answer in the place of an old one. The old one becomes a version before it, together with the question it
 * answered. An old answer that has no text and cost nothing is dropped.
 */
export function renewAnswer(old: Message, fresh: Message, asked: Content | undefined): Message {
  const { before = [], after = [] } = old.versions ?? {}
  const kept = hasContent(old) || (old.cost ?? 0) > 0 ? [putAside(old, asked)] : []
  const versions = [...before, ...kept, ...after]
  return versions.length === 0 ? fresh : { ...fresh, versions: { before: versions, after: [] } }
}

/** An answer whose shown version has changed, and the question that one was given for, where that is known. */
export interface Turned {
  readonly answer: Message
  readonly question?: Content
}

/**
 * Shows another version of an answer. Beyond the first or the last version nothing changes, and none while an answer arrives or
 * its question waits for a connection: what waits is sent from the place where it is shown.
 */
export function showVersion(answer: Message, step: number, asked: Content | undefined): Turned {
  const { before = [], after = [] } = answer.versions ?? {}
  if (answer.streaming || answer.queued || step === 0) return { answer }
  return turned(answer, [...before, putAside(answer, asked), ...after], before.length + step)
}

/** Drops the shown version of an answer that is not asked for after all: the one before it is shown again, if there is any. */
export function withdrawVersion(answer: Message): Turned {
  const { before = [], after = [] } = answer.versions ?? {}
  if (answer.streaming) return { answer }
  return turned(answer, [...before, ...after], Math.max(before.length - 1, 0))
}

function turned(answer: Message, all: readonly AnswerVersion[], at: number): Turned {
  const chosen = all[at]
  if (chosen === undefined) return { answer }
  // An earlier page could put an answer aside while its question waited; nobody sends that one any more.
  const { question, queued: _queued, ...shown } = chosen
  const versions = { before: all.slice(0, at), after: all.slice(at + 1) }
  return {
    answer: { ...shown, id: answer.id, role: answer.role, ...(all.length > 1 ? { versions } : {}) },
    ...(question === undefined ? {} : { question }),
  }
}

/** The number of the shown version, counted from 1, and how many there are. */
export function versionPlace({ versions }: Message): { readonly at: number; readonly of: number } {
  const { before = [], after = [] } = versions ?? {}
  return { at: before.length + 1, of: before.length + 1 + after.length }
}

function putAside(answer: Message, asked: Content | undefined): AnswerVersion {
  const { id: _id, role: _role, streaming: _streaming, versions: _versions, ...version } = answer
  return asked === undefined ? version : { ...version, question: asked }
}
