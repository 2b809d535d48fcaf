import type { BalanceAfter } from "#core/gateway/chat-event.ts"
import type { Failure } from "#core/gateway/failure.ts"
import { parseJson } from "#core/lib/fields.ts"
import { decodeMeta } from "#core/ledger/balance-wire.ts"
import { err, ok, type Result } from "#core/lib/result.ts"
import { decodeFailure } from "#core/providers/openai/decode-failure.ts"
import { encodeSpeechBody, isSound, type SpeechRequest } from "#core/speech/speech-request.ts"
import type { Headers } from "./run-client.ts"
import { atServer } from "./server-address.ts"

/** A text read aloud, and what it cost; absent where its payer is not charged by us. */
export interface Spoken {
  readonly sound: Blob
  readonly balance?: BalanceAfter
}

/** Has a text read aloud. `key`: asked again under it, the same sound comes unpaid. Nothing but sound is taken for one. */
export async function fetchSpeech(
  request: SpeechRequest,
  headers: Headers,
  key: string | undefined,
): Promise<Result<Spoken, Failure>> {
  try {
    const reply = await fetch(atServer("/api/openai/v1/audio/speech"), {
      method: "POST",
      headers: {
        ...headers,
        "Content-Type": "application/json",
        Accept: "audio/*, application/json",
        ...(key !== undefined && { "Idempotency-Key": key }),
      },
      body: JSON.stringify(encodeSpeechBody(request)),
    })
    const contentType = reply.headers.get("content-type") ?? ""
    if (!reply.ok) return err(decodeFailure(reply.status, await reply.text()))
    if (!isSound(contentType)) return err({ kind: "not-json", status: reply.status, contentType, head: "" })
    const sound = await reply.blob()
    if (sound.size === 0) return err({ kind: "empty-answer" })
    const balance = decodeMeta(parseJson(reply.headers.get("x-run-meta") ?? ""))
    return ok({ sound, ...(balance && { balance }) })
  } catch {
    return err({ kind: "network" })
  }
}
