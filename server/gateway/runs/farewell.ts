import type { Failure } from "#core/gateway/failure.ts"
import type { LaterTexts } from "#core/i18n/texts.ts"
import type { ClientApi } from "#core/providers/client-api.ts"
import { sayFailure } from "../../http/present-failure.ts"
import { framesFrom } from "./wire-frames.ts"
import type { RunFacts } from "./run-facts.ts"

/**
 * The last words to a reader of a stream that stands still, as the error of the API that it speaks: its SDK raises it. They
 * say where the rest is, after the `sent` frames that are on their way; to somebody who cannot come back, only that it is
 * over. They are no frame of the answer and have no id.
 */
export function farewell(clientApi: ClientApi, texts: LaterTexts, { id, isNobodys }: RunFacts, sent: number): Buffer {
  const slow = { kind: "refused", reason: "reader-too-slow" } as const
  const failure: Failure = isNobodys === true ? slow : { ...slow, param: `/api/runs/${id}/events?after=${sent}` }
  const said = { asksUsage: false, meta: { runId: id }, failure: sayFailure(failure, texts) }
  return Buffer.from(framesFrom(undefined, clientApi.closing([], said)).join(""))
}
