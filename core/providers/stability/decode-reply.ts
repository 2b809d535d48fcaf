import type { GeneratedImage } from "../../gateway/chat-event.ts"
import type { Failure } from "../../gateway/failure.ts"
import { err, ok, type Result } from "../../lib/result.ts"
import type { SaidFailure } from "../client-api.ts"
import { cutObject, failureObject } from "../failure-body.ts"
import { type JsonObject, numberOf, objectOf, textOf, textsOf } from "../../lib/fields.ts"
import { goneWhere, type Upstream } from "../model-gone.ts"
import { decodeFailure, failureFrom } from "../openai/decode-failure.ts"

/** A picture, and the seed it can be made with again. */
export interface StabilityPicture extends GeneratedImage {
  readonly b64: string
  readonly seed?: number
}

/** The picture in a reply. A picture that the provider blurred because of what it shows counts as a failure, although its status is 200. */
export function decodeGenerated(json: unknown): Result<StabilityPicture, Failure> {
  const reply = objectOf(json) ?? {}
  const b64 = textOf(reply["image"])
  const reason = textOf(reply["finish_reason"]) ?? "SUCCESS"
  if (textsOf(reply["errors"]).length > 0 && b64 === undefined)
    return err(generateFailure(400, cutObject(reply)) ?? { kind: "empty-answer" })
  if (reason === "CONTENT_FILTERED") {
    return err({ kind: "upstream", status: 400, message: "The picture was filtered.", code: "content_filtered" })
  }
  if (b64 === undefined) return err({ kind: "empty-answer" })
  const seed = numberOf(reply["seed"])
  return ok({ b64, ...(Number.isSafeInteger(seed) && { seed }) })
}

/** `{id, name, errors: […]}`. Our gateway's refusals look the same, but have no id; only there is the name a code of ours. */
export function decodeGenerateFailure(status: number, body: string): Failure {
  const json = failureObject(body)
  return (json && generateFailure(status, json)) ?? decodeFailure(status, body)
}

function generateFailure(status: number, json: JsonObject): Failure | undefined {
  const errors = textsOf(json["errors"])
  if (errors.length === 0) return undefined
  const ours = json["id"] === ""
  // Its 403 is of what the picture shows, not of the key.
  const meant = json["name"] === "content_moderation" ? 400 : status
  const words = ours ? textOf(json["provider_message"]) : undefined
  const error = {
    message: errors.join(" "),
    [ours ? "code" : "type"]: json["name"],
    ...(words !== undefined && { provider_message: words }),
  }
  return goneWhere(failureFrom({ ...json, error }, meant), saysGone)
}

/** The model is the path, or one of those the form's field takes: what is not found is the model. */
function saysGone({ status, message }: Upstream): boolean {
  return status === 404 || (status === 400 && message.startsWith("model: "))
}

/** A failure of ours in the provider's shape. What is the provider's own text in it stands beside it, too: our page says its own words around that. */
export function encodeGenerateFailure({ message, code, providerWords }: SaidFailure): JsonObject {
  return {
    id: "",
    name: code,
    errors: [message],
    ...(providerWords !== undefined && { provider_message: providerWords }),
  }
}
