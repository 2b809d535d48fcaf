import type { Failure } from "../gateway/failure.ts"
import { clientRetries } from "../gateway/retry-policy.ts"
import { failureLink, failureText } from "../i18n/failure-text.ts"
import type { Texts } from "../i18n/locale.ts"
import { errorEmoji } from "./error-emoji.ts"

/** What every notice of a failure begins with, in all languages (specification §8). */
export const ops = "Ops!"

/** The notice under an answer that failed: "{emoji} **Ops!** {words}" and what goes with it. An abort gets none. */
export interface MessageNotice {
  readonly emoji: string
  readonly words: string
  /** A body that is JSON is shown as such (specification §8). */
  readonly json?: string
  /** What helps where trying again does not. */
  readonly advice?: string
  /** Where help is, as a Markdown link. */
  readonly link?: string
}

/** What is said of an answer's failure, in the language of `errors`. */
export function messageNotice(failure: Failure, model: string, errors: Texts["errors"]): MessageNotice {
  const { words: said, json } = apart(failureText(failure, errors))
  const words = said.trim() === "" ? errors.unknown : said
  const link = failureLink(failure, errors)
  return {
    emoji: errorEmoji(words, failure.kind),
    words,
    ...(json === undefined ? {} : { json }),
    ...(isOverload(failure) && clientRetries(model) > 1 ? { advice: errors.reasoningTooLong } : {}),
    ...(link === undefined ? {} : { link }),
  }
}

/** Where o3's retries ran out: its thinking outlasts the gateways in between, and a shorter text helps. */
function isOverload(failure: Failure): boolean {
  const status = failure.kind === "upstream" || failure.kind === "http" ? failure.status : undefined
  return failure.kind === "upstream-timeout" || status === 502 || status === 503 || status === 504
}

/** A text, and the JSON in it. */
function apart(text: string): { readonly words: string; readonly json?: string } {
  const [, before = "", json, after = ""] = /^([^{[]*)([{[][\s\S]*[}\]])([^}\]]*)$/.exec(text) ?? []
  if (json === undefined || !isJson(json)) return { words: text }
  const rest = after.replace(/^[\s.。।]+/, "").trim()
  // What was said to follow comes last.
  const words = rest === "" ? before.trim() : `${before.trim().replace(/[:：]$/, ".")} ${rest}`
  return { words, json }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
