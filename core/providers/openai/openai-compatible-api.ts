import type { Result } from "../../lib/result.ts"
import type { Failure } from "../../gateway/failure.ts"
import { ok } from "../../lib/result.ts"
import { abilitiesDecided, type ClientApi, type Decided, type NativeCall } from "../client-api.ts"
import { type Reader, readBody } from "../call-body.ts"
import type { JsonObject } from "../../lib/fields.ts"
import type { ChatBody } from "./call-fields.ts"
import { askedOfStream, callOf, closingChunks, openAiFailureBody, placeOfChunk } from "./client-api.ts"
import { fitBody } from "./fit-body.ts"
import { chunksOf } from "./whole-as-stream.ts"

/** The differences of an OpenAI-like provider. */
export interface LikeOpenAi {
  readonly path: string
  /** The body, with the fields that are its own. */
  readonly body: Reader<ChatBody>
  /** Usage stands in the stream whether it was asked for or not. */
  readonly alwaysTellsUsage: boolean
  write(call: NativeCall, decided: Decided): JsonObject
}

/** The chat of a provider that speaks like OpenAI; `_meta` has a chunk of its own before `[DONE]`. */
export function likeOpenAi(provider: LikeOpenAi): ClientApi {
  return {
    isCall: (path) => path === provider.path,
    read(target, json): Result<NativeCall, Failure> {
      const body = readBody(json, provider.body)
      if (!body.ok) return body
      const call = callOf(target, body.value)
      return ok(provider.alwaysTellsUsage ? { ...call, asksUsage: true } : call)
    },
    write: (call, decided) => ({ path: provider.path, body: provider.write(call, decided) }),
    place: placeOfChunk,
    closing: (kept, ending) => closingChunks(kept, ending, "own-chunk"),
    failureBody: openAiFailureBody,
    streamOf: chunksOf,
    takesPlainText: true,
  }
}

/** The caller's own body, with what is ours to decide. */
export function cappedBody(call: NativeCall, decided: Decided): JsonObject {
  const abilities = abilitiesDecided(decided)
  return {
    ...(decided.fits ? fitBody(call.body, abilities) : call.body),
    model: decided.model,
    stream: call.stream,
    ...askedOfStream(call, abilities),
    [abilities.capField]: decided.cap,
  }
}
