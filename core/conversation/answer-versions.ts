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

/**
 * Shows another version of an answer, and returns the question it was given for, where that is known. Beyond the first
 * or the last version, and while an answer arrives, nothing changes.
 */
export function showVersion(
  answer: Message,
  step: number,
  asked: Content | undefined,
): { readonly answer: Message; readonly question?: Content } {
  const { before = [], after = [] } = answer.versions ?? {}
  const all = [...before, putAside(answer, asked), ...after]
  const at = before.length + step
  const chosen = all[at]
  if (answer.streaming || step === 0 || chosen === undefined) return { answer }
  const { question, ...shown } = chosen
  const versions = { before: all.slice(0, at), after: all.slice(at + 1) }
  return {
    answer: { ...shown, id: answer.id, role: answer.role, versions },
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
