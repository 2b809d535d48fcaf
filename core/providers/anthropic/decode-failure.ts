import type { Failure } from "../../gateway/failure.ts"
import { failureObject } from "../failure-body.ts"
import { type JsonObject, objectOf, textOf } from "../../lib/fields.ts"
import { goneWhere, type Upstream } from "../model-gone.ts"
import * as openAi from "../openai/decode-failure.ts"

/** `{type: "error", error: {type, message}, request_id}` with a status, or what our own gateway says in that shape. */
export function decodeFailure(status: number, body: string): Failure {
  const json = failureObject(body)
  return json ? failureOf(json, status) : openAi.decodeFailure(status, body)
}

/** The failure in an event or reply of status 200; undefined where there is none. */
export function failureIn(said: JsonObject): Failure | undefined {
  if (said["type"] === "error") return failureOf(said, undefined)
  return openAi.failureIn(said) && failureOf(said, undefined)
}

/** An SSE event named "error", whatever its data. */
export function decodeErrorEvent(data: string): Failure {
  const json = failureObject(data)
  return json ? failureOf(json, undefined) : openAi.decodeErrorEvent(data)
}

function failureOf(body: JsonObject, status: number | undefined): Failure {
  const type = textOf(objectOf(body["error"])?.["type"])
  const named = type !== undefined && Object.hasOwn(statuses, type) ? statuses[type] : undefined
  return goneWhere(openAi.failureFrom(body, status ?? named), saysGone)
}

/** A model that is gone or never was: `model: NAME`, once also the bare name. A wrong path is "Not found", with a space. */
function saysGone({ status, type, message }: Upstream): boolean {
  if (status !== 404 || type !== "not_found_error") return false
  return message.startsWith("model:") || /^[a-z0-9@:._/]{1,100}-[\w@:./-]{1,200}$/i.test(message)
}

/** The status of each type of error; a stream contains only the type. */
const statuses: Readonly<Record<string, number>> = {
  invalid_request_error: 400,
  authentication_error: 401,
  billing_error: 402,
  permission_error: 403,
  not_found_error: 404,
  conflict_error: 409,
  request_too_large: 413,
  rate_limit_error: 429,
  api_error: 500,
  timeout_error: 504,
  overloaded_error: 529,
}
