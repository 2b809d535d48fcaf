import type { Failure } from "../../../gateway/failure.ts"
import { failureObject } from "../../failure-body.ts"
import { type JsonObject, objectOf, textOf } from "../../../lib/fields.ts"
import * as chat from "../decode-failure.ts"

/** The failure in an event or a response; undefined where there is none. */
export function failureIn(said: JsonObject): Failure | undefined {
  const told = said["type"] === "error" ? trouble(said) : said
  return told && chat.failureIn(told) && failureOf(told)
}

/** An SSE event named "error", whatever its data. */
export function decodeErrorEvent(data: string): Failure {
  const json = failureObject(data)
  return json ? failureOf(trouble(json)) : chat.decodeErrorEvent(data)
}

/** The older form has code and message beside the type, not in an object. */
function trouble(said: JsonObject): JsonObject {
  if (said["error"] !== undefined && said["error"] !== null) return said
  const { type: _type, ...error } = said
  return { ...said, error }
}

function failureOf(told: JsonObject): Failure {
  const { code, type } = objectOf(told["error"]) ?? {}
  return chat.failureFrom(told, (textOf(code) ?? type) === "server_error" ? 500 : undefined)
}
