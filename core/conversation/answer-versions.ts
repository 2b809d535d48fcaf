import type { Content } from "../gateway/content.ts"
import { hasContent, type AnswerVersion, type Message } from "./message.ts"

/**
 * A new answer in the place of an old one, which becomes a version before it, with what was asked then. An old one that
 * says nothing and cost nothing is not worth turning back to.
 */
export function renewAnswer(old: Message, fresh: Message, asked: Content | undefined): Message {
  const { before = [], after = [] } = old.versions ?? {}
  const kept = hasContent(old) || (old.cost ?? 0) > 0 ? [putAside(old, asked)] : []
  const versions = [...before, ...kept, ...after]
  return versions.length === 0 ? fresh : { ...fresh, versions: { before: versions, after: [] } }
}

/**
 * The answer with another of its versions shown, and what was asked for that one, where it is known. Past the first and
 * the last, and while an answer arrives, it stays as it is.
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

/** Which version is shown, from 1, and how many there are. */
export function versionPlace({ versions }: Message): { readonly at: number; readonly of: number } {
  const { before = [], after = [] } = versions ?? {}
  return { at: before.length + 1, of: before.length + 1 + after.length }
}

function putAside(answer: Message, asked: Content | undefined): AnswerVersion {
  const { id: _id, role: _role, streaming: _streaming, versions: _versions, ...version } = answer
  return asked === undefined ? version : { ...version, question: asked }
}
