import type { ChatRequest } from "../../gateway/chat-request.ts"
import type { Credentials, HttpShape } from "../adapter.ts"
import { jsonShape } from "../http-shape.ts"
import { encodeCompletion } from "../openai/encode-request.ts"
import type { WireBody } from "../openai/wire.ts"
import { textOf } from "../../lib/fields.ts"

/** The default version of the API. */
export const defaultVersion = "2023-08-01-preview"

/** The chat call as Azure takes it: the deployment names the model, the key goes into `api-key`. */
export function encodeChat(request: ChatRequest, { apiKey, apiVersion, deployment }: Credentials): HttpShape {
  const { model, stream } = request.config
  const version = textOf(apiVersion) ?? defaultVersion
  const name = textOf(deployment) ?? model
  return jsonShape(pathOf(name, version), inVersion(version, { ...encodeCompletion(request), model: name }), stream, {
    ...(apiKey && { "api-key": apiKey }),
  })
}

/** Behind an address that ends with "/openai". */
export function pathOf(deployment: string, version: string): string {
  return `/deployments/${encodeURIComponent(deployment)}/chat/completions?api-version=${encodeURIComponent(version)}`
}

/** The body with only those fields a version of the interface knows; an unknown one is a 400. */
export function inVersion<Body extends Pick<WireBody, "stream_options">>(version: string, body: Body): Body {
  if (tellsUsage(version)) return body
  const { stream_options: _, ...older } = body
  return older as Body
}

/** Streams contain their usage since September 2024; the newest versions are called "v1" or "preview". */
function tellsUsage(version: string): boolean {
  const date = /^\d{4}-\d{2}/.exec(version)?.[0]
  return date === undefined || date >= "2024-09"
}
