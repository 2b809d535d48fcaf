import type { Usage } from "#core/gateway/usage.ts"
import { encodeMeta, type MetaJson } from "#core/ledger/balance-wire.ts"
import type { LaterTexts } from "#core/i18n/texts.ts"
import type { ClientApi, WireFrame } from "#core/providers/client-api.ts"
import { sayFailure } from "../../http/present-failure.ts"
import type { Outcome } from "./outcome.ts"
import { type WholeReply, withFieldIn } from "./whole-reply.ts"
import type { Withheld } from "./withheld.ts"

interface Closing {
  readonly clientApi: ClientApi
  readonly asksUsage: boolean
  readonly texts: LaterTexts
  /** The usage of an answer that the gateway ended at its cap. */
  readonly cut?: Usage | undefined
}

/**
 * The frames after the provider's last one, once the money is settled, in the client's API (docs/reference/api.md,
 * "Streams"): what was withheld, our `_meta`, a failure, the end.
 */
export function closingFrames(
  call: Closing,
  { kept = [], first, cutAfter }: Withheld,
  outcome: Outcome,
): readonly WireFrame[] {
  const { failure } = outcome
  const told = failure !== undefined && failure.kind !== "empty-answer" ? sayFailure(failure, call.texts) : undefined
  const meta = metaOf(outcome)
  return call.clientApi.closing(kept, {
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
  return meta ? withFieldIn(reply, "_meta", meta) : reply
}

/** The `_meta` of a call that was paid from a wallet. */
export function metaOf({ balance, limitedByBalance }: Outcome): MetaJson | undefined {
  return balance && encodeMeta({ ...balance, limitedByBalance })
}
