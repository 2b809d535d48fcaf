import { err, ok } from "../../lib/result.ts"
import { abilitiesDecided, type ClientApi, type Decided, type NativeCall } from "../client-api.ts"
import { object, optional, readBody, text } from "../call-body.ts"
import { capField } from "../openai/cap-field.ts"
import { chatFields } from "../openai/call-fields.ts"
import { callOf, closingChunks, openAiFailureBody, placeOfChunk, writeBody } from "../openai/client-api.ts"
import type { JsonObject } from "../../lib/fields.ts"
import { chunksOf } from "../openai/whole-as-stream.ts"
import { defaultVersion, inVersion, pathOf } from "./encode-request.ts"

/** Azure's chat as its clients call it: the path names the deployment, whatever model the body names. */
const body = object({ ...chatFields, model: optional(text({ most: 128 })) }, "refuse")

export const azureClientApi: ClientApi = {
  isCall: (path) => deploymentOf(path) !== undefined,
  read(target, json) {
    const deployment = deploymentOf(target.path)
    if (deployment === undefined) return err({ kind: "refused", reason: "no-such-route" })
    const read = readBody(json, body)
    return read.ok ? ok(callOf(target, { ...read.value, model: deployment })) : read
  },
  write(call, decided) {
    const asked = call.target.query["api-version"]
    const version = asked !== undefined && /^[\w.-]{1,40}$/.test(asked) ? asked : (decided.version ?? defaultVersion)
    return {
      path: pathOf(decided.model, version),
      body: inVersion(version, writeBody(call, decided, capOf(call, decided))),
    }
  },
  place: placeOfChunk,
  closing: (kept, ending) => closingChunks(kept, ending, "own-chunk"),
  failureBody: openAiFailureBody,
  streamOf: chunksOf,
}

/** A deployment's name may not show its model; a client that uses the newer cap field knows it. */
function capOf({ asksCompletionCap }: NativeCall, decided: Decided): JsonObject {
  const { cap, fits = false } = decided
  return asksCompletionCap && !fits ? { max_completion_tokens: cap } : capField(abilitiesDecided(decided), cap)
}

/** Azure's SDK puts `/openai` before it. */
function deploymentOf(path: string): string | undefined {
  const [, name] = /^(?:\/openai)?\/deployments\/([^/]+)\/chat\/completions$/.exec(path) ?? []
  try {
    return name === undefined ? undefined : decodeURIComponent(name) || undefined
  } catch {
    return undefined
  }
}
