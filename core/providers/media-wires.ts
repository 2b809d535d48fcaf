import { imageDefaults } from "../imagegen/image-choices.ts"
import { fitImageBody } from "../imagegen/image-dialect.ts"
import { imagePath, readImageCall } from "../imagegen/image-request.ts"
import { charactersIn } from "../ledger/speech-price.ts"
import { err, ok, type Result } from "../lib/result.ts"
import type { Failure } from "../gateway/failure.ts"
import { readSpeechCall, speechPath } from "../speech/speech-request.ts"
import { deploymentOfImages } from "./azure/images-path.ts"
import type { CallTarget, ChatWire, Decided, NativeCall, NativeRequest } from "./chat-wire.ts"
import { openAiFailureBody } from "./openai/chat-wire.ts"
import { encodeGenerateFailure } from "./stability/decode-reply.ts"
import { modelOfPath, pricedAs, readForm } from "./stability/generate-request.ts"

/** Calls for pictures and speech: never streamed, priced by the piece, and held, kept and told as any answer is. */
const neverStreamed: Pick<ChatWire, "place" | "closing"> = { place: () => "pass", closing: () => [] }

/** `POST /v1/images/generations`. */
export const imagesWire: ChatWire = {
  ...neverStreamed,
  isCall: (path) => path === imagePath,
  read: (target, json) => pictureCall(target, json),
  write({ body }, { model, deploymentOf = model }) {
    return { path: imagePath, body: { ...fitImageBody(body, deploymentOf), model } }
  },
  failureBody: openAiFailureBody,
}

/** The same of an Azure deployment. */
export const azureImagesWire: ChatWire = {
  ...neverStreamed,
  isCall: (path) => deploymentOfImages(path) !== undefined,
  read(target, json) {
    const deployment = deploymentOfImages(target.path)
    if (deployment === undefined) return err({ kind: "refused", reason: "no-such-route" })
    const named = typeof json === "object" && json !== null ? { ...json, model: deployment } : json
    return pictureCall(target, named)
  },
  write(call, { model, deploymentOf = model, version }) {
    const asked = call.target.query["api-version"] ?? version ?? ""
    const path = `/deployments/${encodeURIComponent(model)}/images/generations?api-version=${encodeURIComponent(asked)}`
    return { path, body: fitImageBody(call.body, deploymentOf) }
  },
  failureBody: openAiFailureBody,
}

/** `POST /v1/audio/speech`. */
export const speechWire: ChatWire = {
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

/** Stability's pictures, whose calls are forms: here a list of names and values. */
export const stabilityWire: ChatWire = {
  ...neverStreamed,
  isCall: (path) => modelOfPath(path) !== undefined,
  read(target, fields) {
    const service = modelOfPath(target.path)
    if (service === undefined) return err({ kind: "refused", reason: "no-such-route" })
    const read = readForm(fields as Iterable<readonly [string, string]>)
    if (!read.ok) return read
    const body = Object.fromEntries(read.value)
    return ok(piecesOf(target, pricedAs(service, read.value), { by: "picture", as: "any" }, 1, body))
  },
  write: ({ target, body }) => ({ path: target.path, headers: { accept: "application/json" }, body }),
  failureBody: encodeGenerateFailure,
}

function pictureCall(target: CallTarget, json: unknown): Result<NativeCall, Failure> {
  const read = readImageCall(json)
  if (!read.ok) return read
  const { model, ...body } = read.value
  const { size = imageDefaults.size, quality = imageDefaults.quality } = body
  return ok(piecesOf(target, model, { by: "picture", as: `${size} ${quality}` }, 1, body))
}

function piecesOf(
  target: CallTarget,
  model: string,
  pieces: NonNullable<NativeCall["pieces"]>,
  count: number,
  body: NativeCall["body"],
): NativeCall {
  return { target, model, pieces, cap: count, messages: [], counted: "", stream: false, asksUsage: true, body }
}
