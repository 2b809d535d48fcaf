import type { ChatEvent } from "../../gateway/chat-event.ts"
import type { Failure } from "../../gateway/failure.ts"
import { imageDefaults } from "../../imagegen/image-choices.ts"
import { imageEditPath, readImageEdit } from "../../imagegen/image-edit.ts"
import { fitImageBody } from "../../imagegen/fit-image-body.ts"
import { imagePath, readImageCall } from "../../imagegen/image-request.ts"
import { objectOf, objectsOf, textOf, type JsonObject } from "../../lib/fields.ts"
import { ok, type Result } from "../../lib/result.ts"
import type { CallTarget, ClientApi, NativeCall } from "../client-api.ts"
import type { FormField } from "../form-body.ts"
import { neverStreamed, pictureEvents, piecesOf } from "../pieces.ts"
import { openAiAdapter } from "./adapter.ts"
import { openAiFailureBody } from "./client-api.ts"
import { failureIn } from "./decode-failure.ts"
import { extraEvents } from "./decode-parts.ts"

/** The images API of OpenAI and Azure. */
export const imagesAdapter = {
  ...openAiAdapter,
  decodeReply(json: unknown): readonly ChatEvent[] {
    const reply = objectOf(json) ?? {}
    const failure = failureIn(reply)
    if (failure) return [{ type: "failure", failure }]
    return pictureEvents(extraEvents(reply).filter(({ type }) => type === "image"))
  },
}

/** Reads our own gateway's reply where a message is answered with a picture: the picture, what it cost, and the words that it was drawn from. */
export const pictureAnswerAdapter = {
  ...imagesAdapter,
  decodeReply(json: unknown): readonly ChatEvent[] {
    const reply = objectOf(json) ?? {}
    const balance = extraEvents(reply).filter(({ type }) => type === "balance")
    const [drawn] = objectsOf(reply["data"])
    const text = textOf(drawn?.["revised_prompt"]) ?? ""
    // The request as the model rewrote it before it drew stands in the place of an answer's reasoning.
    const revised: readonly ChatEvent[] = text === "" ? [] : [{ type: "reasoning-delta", text }]
    return [...balance, ...revised, ...imagesAdapter.decodeReply(json)]
  },
}

/** `POST /v1/images/generations`. */
export const imagesClientApi: ClientApi = {
  ...neverStreamed,
  givesPictures: true,
  isCall: (path) => path === imagePath,
  read: (target, json) => readPictureCall(target, json),
  write({ body }, { model, deploymentOf = model }) {
    return { path: imagePath, body: { ...fitImageBody(body, deploymentOf), model } }
  },
  rewritten: (reply, told) => (Array.isArray(reply["data"]) ? reply : pictureReply(reply, told)),
  failureBody: openAiFailureBody,
}

/** `POST /v1/images/edits`, whose calls are forms with the pictures that another is made of. */
export const imageEditsClientApi: ClientApi = {
  ...neverStreamed,
  givesPictures: true,
  isCall: (path) => path === imageEditPath,
  read(target, fields) {
    const read = readImageEdit(fields as readonly FormField[])
    if (!read.ok) return read
    const { body, files } = read.value
    const call = readPictureCall(target, body)
    if (!call.ok) return call
    const { pieces } = call.value
    return ok({ ...call.value, ...(pieces && { pieces: { ...pieces, edited: files.length } }), files })
  },
  write: ({ body }, { model, deploymentOf = model }) => ({
    path: imageEditPath,
    body: { ...fitImageBody(body, deploymentOf), model },
  }),
  failureBody: openAiFailureBody,
}

/** A picture of a provider that answers otherwise, as the images API gives one, with the seed that it was made with. */
function pictureReply({ seed }: JsonObject, told: readonly ChatEvent[]): JsonObject {
  const data = told.flatMap((event) => (event.type === "image" ? [{ b64_json: event.image.b64 }] : []))
  // When it was made is not ours to know.
  return { created: 0, data, ...(seed !== undefined && { seed }) }
}

/** A call for a picture, with the size and the quality that it is priced by. */
export function readPictureCall(target: CallTarget, json: unknown): Result<NativeCall, Failure> {
  const read = readImageCall(json)
  if (!read.ok) return read
  const { model, ...body } = read.value
  const { size = imageDefaults.size, quality = imageDefaults.quality } = body
  return ok(piecesOf(target, model, { by: "picture", as: `${size} ${quality}` }, 1, body))
}
