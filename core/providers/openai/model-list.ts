import { type JsonObject, objectsOf, objectOf, textOf } from "../json.ts"
import type { Credentials, HttpShape } from "../adapter.ts"
import { bearer } from "../http-shape.ts"

export const modelsPath = "/v1/models"

/** How a provider's models are asked for. */
export function encodeModels({ apiKey }: Credentials): HttpShape {
  return { method: "GET", path: modelsPath, headers: { accept: "application/json", ...bearer(apiKey) } }
}

/** The chat models of OpenAI's list: those whose names begin with gpt- or chatgpt-. */
export function decodeModels(json: unknown): readonly string[] {
  return objectsOf(objectOf(json)?.["data"]).flatMap(({ id }) => {
    const name = textOf(id)
    return name !== undefined && /^(gpt-|chatgpt-)/.test(name) ? name : []
  })
}

/** A list of models as OpenAI tells it. `created`: epoch seconds. */
export function encodeModelList(names: readonly string[], ownedBy: string, created: number): JsonObject {
  return { object: "list", data: names.map((id) => ({ id, object: "model", created, owned_by: ownedBy })) }
}
