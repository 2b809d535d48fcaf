import { encodeMeta, type MetaJson } from "#core/ledger/balance-wire.ts"
import type { Texts } from "#core/i18n/locale.ts"
import { doneMarker } from "#core/providers/sse.ts"
import { openAiError } from "../http/present-failure.ts"
import type { Withheld } from "./relay.ts"
import type { Outcome } from "./outcome.ts"

/** Which of our two OpenAI prefixes was called: the page's own, or the one for SDKs. */
export type Surface = "/api/openai" | "/v1"

interface Closing {
  readonly surface: Surface
  readonly includeUsage: boolean
  readonly texts: Texts
}

/**
 * What follows the provider's last word, once the money is settled (`CONTRACT.md` §4): the usage chunk if it was asked
 * for; our `_meta`, as a chunk of its own for the page and inside the usage chunk for SDKs; a failure; the end.
 */
export function closingFrames(call: Closing, withheld: Withheld, outcome: Outcome): string[] {
  const frames: string[] = []
  const meta = metaOf(outcome)
  const usageChunk = call.includeUsage ? withheld.usageChunk : undefined
  if (usageChunk !== undefined) {
    frames.push(call.surface === "/v1" && meta ? withField(usageChunk, "_meta", meta) : usageChunk)
  }
  if (meta && call.surface === "/api/openai")
    frames.push(JSON.stringify({ ...withheld.head, choices: [], _meta: meta }))
  if (outcome.failure && outcome.failure.kind !== "empty-answer") {
    frames.push(JSON.stringify(openAiError(outcome.failure, call.texts)))
  }
  return [...frames, doneMarker]
}

/** A provider's whole reply with `_meta` added. */
export function replyWithMeta(json: string, outcome: Outcome): string {
  const meta = metaOf(outcome)
  return meta ? withField(json, "_meta", meta) : json
}

function metaOf({ balance, limitedByBalance }: Outcome): MetaJson | undefined {
  return balance && encodeMeta({ ...balance, limitedByBalance })
}

/** Adds a field to the text of a JSON object that has at least one, leaving every other byte as it came. */
function withField(json: string, name: string, value: unknown): string {
  const end = json.lastIndexOf("}")
  return `${json.slice(0, end)},${JSON.stringify(name)}:${JSON.stringify(value)}}`
}
