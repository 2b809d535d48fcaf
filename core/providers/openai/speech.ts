import { charactersIn } from "../../ledger/speech-price.ts"
import { ok } from "../../lib/result.ts"
import { readSpeechCall, speechPath } from "../../speech/speech-request.ts"
import type { ClientApi, Decided, NativeCall, NativeRequest } from "../client-api.ts"
import { neverStreamed, piecesOf } from "../pieces.ts"
import { openAiFailureBody } from "./client-api.ts"

/** `POST /v1/audio/speech`. */
export const speechClientApi: ClientApi = {
  ...neverStreamed,
  isCall: (path) => path === speechPath,
  read(target, json) {
    const read = readSpeechCall(json)
    if (!read.ok) return read
    const { model, ...body } = read.value
    return ok(piecesOf(target, model, { by: "speech", as: "" }, charactersIn(body.input), body))
  },
  write: ({ body }: NativeCall, { model }: Decided): NativeRequest => ({ path: speechPath, body: { ...body, model } }),
  failureBody: openAiFailureBody,
}
