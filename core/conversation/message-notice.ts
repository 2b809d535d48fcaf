import type { Failure } from "../gateway/failure.ts"
import { clientRetries } from "../gateway/retry-policy.ts"
import { failureLink, failureText } from "../i18n/failure-text.ts"
import type { Texts } from "../i18n/locale.ts"
import { errorNotice } from "./error-notice.ts"
import type { Message } from "./message.ts"

/** The notice under an answer that failed, in Markdown and in the language of `errors`; undefined where nothing failed. */
export function messageNotice(message: Message, errors: Texts["errors"]): string | undefined {
  const { failure, model = "" } = message
  if (failure === undefined) return undefined
  const advice = isOverload(failure) && clientRetries(model) > 1 ? errors.reasoningTooLong : undefined
  const said = [readable(failureText(failure, errors)), advice, failureLink(failure, errors)]
  return errorNotice(said.filter((part) => part !== undefined).join("\n\n"), errors.unknown, failure.kind)
}

/** Where o3's retries ran out: its thinking outlasts the gateways in between, and a shorter text helps. */
function isOverload(failure: Failure): boolean {
  const status = failure.kind === "upstream" || failure.kind === "http" ? failure.status : undefined
  return failure.kind === "upstream-timeout" || status === 502 || status === 503 || status === 504
}

/** A body that is JSON is shown as such (specification §8). */
function readable(text: string): string {
  const json = /^[^{[]*?([{[][\s\S]*[}\]])\s*$/.exec(text)?.[1]
  if (json === undefined) return text
  try {
    JSON.parse(json)
  } catch {
    return text
  }
  return `${text.slice(0, text.lastIndexOf(json)).trim()}\n\n\`\`\`json\n${json}\n\`\`\``.trim()
}
