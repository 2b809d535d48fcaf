import type { Failure } from "../gateway/failure.ts"
import { clientRetries } from "../gateway/retry-policy.ts"
import { failureLink, failureText } from "../i18n/failure-text.ts"
import type { LaterTexts } from "../i18n/texts.ts"
import { errorEmoji } from "./error-emoji.ts"

/** The first word of every failure notice, in all languages. */
export const ops = "Ops!"

/** The notice under an answer that failed: "{emoji} **Ops!** {words}" and what goes with it. An abort gets none. */
export interface MessageNotice {
  readonly emoji: string
  readonly words: string
  /** A JSON body is shown as a code block. */
  readonly json?: string
  /** Advice for failures that a retry does not cure. */
  readonly advice?: string
  /** A Markdown link to help. */
  readonly link?: string
}

/** Builds the notice for a failed answer, in the language of `errors`. */
export function messageNotice(failure: Failure, model: string, errors: LaterTexts["errors"]): MessageNotice {
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

/**
 * Whether this is o3 out of retries: its thinking takes longer than the gateways in between allow, and a shorter text
 * helps.
 */
function isOverload(failure: Failure): boolean {
  const status = failure.kind === "upstream" || failure.kind === "http" ? failure.status : undefined
  return failure.kind === "upstream-timeout" || status === 502 || status === 503 || status === 504
}

/** Separates a text from the JSON in it. */
function apart(text: string): { readonly words: string; readonly json?: string } {
  const [, before = "", json, after = ""] = /^([^{[]*)([{[][\s\S]*[}\]])([^}\]]*)$/.exec(text) ?? []
  if (json === undefined || !isJson(json)) return { words: text }
  const rest = after.replace(/^[\s.。।]+/, "").trim()
  // The sentence that announced the JSON goes last.
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
