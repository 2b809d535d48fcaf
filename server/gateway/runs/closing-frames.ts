import type { Usage } from "#core/gateway/usage.ts"
import { encodeMeta, type MetaJson } from "#core/ledger/balance-wire.ts"
import type { Texts } from "#core/i18n/locale.ts"
import { type ChatWire, type WireFrame, withField } from "#core/providers/chat-wire.ts"
import { sayFailure } from "../../http/present-failure.ts"
import type { Withheld } from "../upstream/relay.ts"
import type { Outcome } from "./outcome.ts"
import type { WholeReply } from "./whole-reply.ts"

interface Closing {
  readonly wire: ChatWire
  readonly asksUsage: boolean
  readonly texts: Texts
  /** What an answer counts for that the gateway ended at its cap. */
  readonly cut?: Usage | undefined
}

/**
 * What follows the provider's last word, once the money is settled (`CONTRACT.md` §4), as the client's API has it: what
 * was withheld, our `_meta`, a failure, the end.
 */
export function closingFrames(
  call: Closing,
  { kept = [], first, cutAfter }: Withheld,
  outcome: Outcome,
): readonly WireFrame[] {
  const { failure } = outcome
  const told = failure !== undefined && failure.kind !== "empty-answer" ? sayFailure(failure, call.texts) : undefined
  const meta = metaOf(outcome)
  return call.wire.closing(kept, {
    first,
    asksUsage: call.asksUsage,
    ...(meta ? { meta: { ...meta } } : {}),
    ...(call.cut && !told ? { cut: { after: cutAfter, usage: call.cut } } : {}),
    ...(told ? { failure: told } : {}),
  })
}

/** A provider's whole reply with `_meta` added, where there is a place for it. */
export function replyWithMeta(reply: WholeReply, outcome: Outcome): WholeReply {
  const meta = metaOf(outcome)
  return meta && reply.kind === "json" ? { kind: "json", json: withField(reply.json, "_meta", meta) } : reply
}

function metaOf({ balance, limitedByBalance }: Outcome): MetaJson | undefined {
  return balance && encodeMeta({ ...balance, limitedByBalance })
}
