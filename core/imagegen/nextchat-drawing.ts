import { fieldsOf, numberOf, textOf } from "../lib/fields.ts"
import { isRecordId } from "../lib/record-id.ts"
import type { Drawing, DrawingParams, DrawingStatus } from "./drawing.ts"

/**
 * A row of NextChat's `sd-list` as a drawing of ours; undefined for what is none. A picture that was being made there has
 * no key under which it could be found again: it ended without a picture.
 */
export function readDrawingOfNextChat(stored: unknown): Drawing | undefined {
  const row = fieldsOf(stored)
  const params = fieldsOf(row["params"])
  const model = textOf(row["model"])
  const prompt = textOf(params["prompt"])
  if (model === undefined || prompt === undefined) return undefined
  const id = isRecordId(row["id"]) ? row["id"] : undefined
  if (id === undefined) return undefined
  const createdAt = Date.parse(textOf(row["created_at"]) ?? "")
  const image = textOf(row["img_data"])
  const isDone = row["status"] === "success" && image !== undefined && image !== ""
  const status: DrawingStatus = isDone ? "success" : "error"
  const read: DrawingParams = {
    prompt,
    ...told("negativePrompt", params["negative_prompt"]),
    ...told("aspectRatio", params["aspect_ratio"]),
    ...told("style", params["style"]),
    ...told("outputFormat", params["output_format"]),
    ...(seedOf(params["seed"]) !== undefined && { seed: seedOf(params["seed"]) }),
  }
  const isSd3 = model === "sd3"
  const version = textOf(params["model"])
  return {
    id,
    createdAt: Number.isFinite(createdAt) ? createdAt : 0,
    provider: "stability",
    model: isSd3 ? "sd3" : `stable-image-${model}`,
    ...(isSd3 && version !== undefined && { version }),
    params: read,
    body: [],
    key: "",
    status,
    // Its address in the cache of pictures of the same origin, until the picture is copied into the store.
    ...(isDone && { image }),
    ...(!isDone && { failure: { kind: "network", unreached: true } as const }),
  }
}

function told<Name extends string>(name: Name, value: unknown): { readonly [Key in Name]?: string } {
  const said = textOf(value)
  return said === undefined || said === "" ? {} : ({ [name]: said } as { readonly [Key in Name]?: string })
}

function seedOf(value: unknown): number | undefined {
  const seed = numberOf(value)
  return seed !== undefined && Number.isSafeInteger(seed) && seed > 0 ? seed : undefined
}
