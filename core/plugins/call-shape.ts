import type { JsonObject } from "../lib/fields.ts"
import { err, ok, type Result } from "../lib/result.ts"
import { filledPath, pathPart, plainText, queryParts } from "./call-address.ts"
import { bodyOf, serialize, withProof } from "./call-body.ts"
import { isHeaderValue } from "./call-proof.ts"
import { encoded, valueOf } from "./call-values.ts"
import { isPlainPath } from "./plain-path.ts"
import { isFilledBy, proofFor, withoutFilled } from "./proof-parameters.ts"
import type { WireBody, WireParameter } from "./openapi/parameters.ts"
import type { PluginAuth } from "./plugin.ts"

/** All that is needed to call an operation. */
export interface CallShape {
  /** In capitals. */
  readonly method: string
  /** `https://host/base`, without a slash at its end. */
  readonly base: string
  readonly host: string
  /** As it is written: `/pedidos/{numero}`. */
  readonly path: string
  readonly parameters: readonly WireParameter[]
  readonly body?: WireBody
  /** The plugin's token is for this host. */
  readonly takesToken?: true
}

/** A call, ready to be sent. */
export interface PluginCall {
  readonly method: string
  /** `https://host` */
  readonly origin: string
  /** With the query, every sign as it is to be sent. */
  readonly path: string
  /** By name, in the spelling of the description. */
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

/** The longest address, in UTF-16 units. */
const longestPath = 16_000

/** The call for what a model gave; the error tells the model what is missing or wrong. */
export function buildCall(shape: CallShape, given: JsonObject, auth: PluginAuth): Result<PluginCall, string> {
  const problem = (message: string): Result<PluginCall, string> => err(message)
  const query: string[] = []
  const headers: [string, string][] = []
  const places = new Map<string, string>()
  const proof = proofFor(shape, auth)
  const asked = withoutFilled(given, shape, proof)
  for (const parameter of shape.parameters) {
    if (isFilledBy(proof, parameter.in, parameter)) continue
    const value = valueOf(parameter, asked)
    if (value === undefined) {
      if (parameter.isRequired) return problem(`Falta o argumento obrigatório ${parameter.property}.`)
      continue
    }
    if (parameter.in === "query") query.push(...queryParts(parameter, value))
    else if (parameter.in === "path") places.set(parameter.name, pathPart(parameter, value))
    else {
      const text = plainText(parameter, value)
      if (!isHeaderValue(text)) return problem(`O argumento ${parameter.property} não cabe num cabeçalho.`)
      headers.push([parameter.name, text])
    }
  }
  const folder = shape.base.replace(/^https:\/\/[^/]+/, "")
  const path = filledPath(shape.path, places)
  // A stored plugin need not have come from a description that was read here: its address is looked at where it is used.
  if (path === undefined || !isPlainPath(folder) || !/^(?:[/?]|$)/.test(folder + path))
    return problem("Um argumento do caminho está vazio ou tem um valor que mudaria o endereço.")

  const fields = shape.body?.fields.filter((field) => !isFilledBy(proof, "body", field)) ?? []
  const body = shape.body && bodyOf(shape.parameters, { ...shape.body, fields }, asked)
  if (body && !body.ok) return body
  let content = body?.value
  if (proof?.place === "header") headers.push([proof.name, proof.value])
  else if (proof?.place === "query") {
    // Whatever the model has put there gives way.
    const own = `${encoded(proof.name)}=`
    for (const [index, part] of query.entries()) if (part.startsWith(own)) query[index] = ""
    query.push(own + encoded(proof.value))
  } else if (proof?.place === "body") content = withProof(content, proof, shape.method)

  const parts = query.filter((part) => part !== "")
  const sign = path.includes("?") ? "&" : "?"
  const whole = folder + path + (parts.length > 0 ? sign + parts.join("&") : "")
  if (whole.length > longestPath) return problem("Os argumentos são longos demais para um endereço.")
  const serialized = content && serialize(content)
  if (serialized && !headers.some(([name]) => name.toLowerCase() === "content-type"))
    headers.push(["Content-Type", serialized.type])
  return ok({
    method: shape.method,
    origin: `https://${shape.host}`,
    path: whole === "" ? "/" : whole,
    headers: Object.fromEntries(headers),
    ...(serialized && { body: serialized.text }),
  })
}
