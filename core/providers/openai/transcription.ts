import type { ChatEvent } from "../../gateway/chat-event.ts"
import { noUsage } from "../../gateway/usage.ts"
import { type JsonObject, numberOf, objectOf, textOf } from "../../lib/fields.ts"
import { ok } from "../../lib/result.ts"
import { recordingTypes } from "../../speech/recording-file.ts"
import {
  readTranscriptionCall,
  secondsHeld,
  secondsLikely,
  transcriptionPath,
} from "../../speech/transcription-request.ts"
import type { ClientApi, NativeCall } from "../client-api.ts"
import type { FormField } from "../form-body.ts"
import { neverStreamed, piecesOf } from "../pieces.ts"
import { openAiAdapter } from "./adapter.ts"
import { openAiFailureBody } from "./client-api.ts"
import { failureIn } from "./decode-failure.ts"

/** `POST /v1/audio/transcriptions`, whose calls are forms with a file. */
export const transcriptionClientApi: ClientApi = {
  ...neverStreamed,
  isCall: (path) => path === transcriptionPath,
  read(target, fields) {
    const read = readTranscriptionCall(fields as readonly FormField[])
    if (!read.ok) return read
    const { model, language, type, file } = read.value
    const body = { ...(language !== undefined && { language }), response_format: "json" }
    const pieces = { by: "transcription", as: "", likely: secondsLikely(file.bytes) } as const
    const call = piecesOf(target, model, pieces, secondsHeld(file.bytes.length), body)
    // Providers tell the kind of sound by the name's ending, not by its bytes.
    const named = { field: "file", name: `gravacao.${type}`, type: recordingTypes[type], bytes: file.bytes }
    return ok({ ...call, files: [named] })
  },
  write: ({ body }, { model }) => ({ path: transcriptionPath, body: { model, ...body } }),
  rewritten(reply, told, cap) {
    const usage = told.find((event) => event.type === "usage")
    return usage === undefined
      ? reply
      : { ...reply, usage: { type: "duration", seconds: Math.min(cap, usage.usage.output) } }
  },
  failureBody: openAiFailureBody,
}

/** No recording is longer, in seconds. */
const longestDay = 86_400

/** Understands the words of one recording. Its `output` is seconds: as reported, else by the recording. */
export function transcriptionAdapterFor({ pieces, cap = 1 }: NativeCall): typeof openAiAdapter {
  return {
    ...openAiAdapter,
    decodeReply(json: unknown): readonly ChatEvent[] {
      const reply: JsonObject = objectOf(json) ?? {}
      const failure = failureIn(reply)
      if (failure) return [{ type: "failure", failure }]
      const told = objectOf(reply["usage"])
      const reported = told?.["type"] === "duration" ? numberOf(told["seconds"]) : NaN
      const seconds = reported >= 0 && reported <= longestDay ? reported : (pieces?.likely ?? cap)
      const output = Math.max(1, Math.ceil(seconds))
      return [
        { type: "text-delta", text: textOf(reply["text"]) ?? "" },
        { type: "usage", usage: { ...noUsage, unit: "second", output } },
        { type: "finish", reason: "stop" },
      ]
    },
  }
}
