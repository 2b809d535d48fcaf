import type { BalanceAfter } from "#core/gateway/chat-event.ts"
import type { Failure } from "#core/gateway/failure.ts"
import { objectOf, parseJson, textOf } from "#core/lib/fields.ts"
import { decodeMeta } from "#core/ledger/balance-wire.ts"
import { err, ok, type Result } from "#core/lib/result.ts"
import { decodeFailure } from "#core/providers/openai/decode-failure.ts"
import type { Headers } from "./run-client.ts"
import { atServer } from "./server-address.ts"

export interface Recorded {
  readonly model: string
  /** Two letters, such as "pt". */
  readonly language: string
  readonly sound: Blob
}

/** The words of a recording; empty where none were heard. */
export interface Transcript {
  readonly text: string
  readonly balance?: BalanceAfter
}

/** Has a recording written down. `key`: sent again under it, it is paid once; without one, the server keeps nothing of it. */
export async function fetchTranscript(
  { model, language, sound }: Recorded,
  headers: Headers,
  key: string | undefined,
): Promise<Result<Transcript, Failure>> {
  const form = new FormData()
  form.set("model", model)
  form.set("language", language)
  form.set("response_format", "json")
  form.set("file", sound, "gravacao")
  try {
    const reply = await fetch(atServer("/api/openai/v1/audio/transcriptions"), {
      method: "POST",
      headers: { ...headers, Accept: "application/json", ...(key !== undefined && { "Idempotency-Key": key }) },
      body: form,
    })
    const said = await reply.text()
    if (!reply.ok) return err(decodeFailure(reply.status, said))
    const json = objectOf(parseJson(said))
    const text = textOf(json?.["text"])
    if (json === undefined || text === undefined)
      return err({ kind: "not-json", status: reply.status, contentType: "", head: said.slice(0, 200) })
    const balance = decodeMeta(json["_meta"])
    return ok({ text: text.trim(), ...(balance && { balance }) })
  } catch {
    return err({ kind: "network" })
  }
}
