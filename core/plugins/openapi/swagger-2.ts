import { isObject, objectOf, textOf, textsOf, type JsonObject } from "../../lib/fields.ts"
import type { References } from "./references.ts"
import { within } from "./spec-fault.ts"

/*
 * Swagger 2 in the words of OpenAPI 3, a piece at a time: only what is read of a description is rewritten. Definitions
 * stay where they are, so that references go on leading there.
 */

/** The addresses of a description. */
export function serversOf2({ host, basePath, schemes }: JsonObject): readonly JsonObject[] {
  const path = textOf(basePath) ?? ""
  const base = path === "" || path.startsWith("/") ? path : `/${path}`
  // Some write the scheme here, too.
  const name =
    textOf(host)
      ?.trim()
      .replace(/^https?:\/\//i, "")
      .replace(/\/$/, "") ?? ""
  if (name === "") return [{ url: base === "" ? "/" : base }]
  const named = textsOf(schemes).filter((scheme) => /^https?$/i.test(scheme))
  return (named.length > 0 ? named : ["https"]).map((scheme) => ({ url: `${scheme.toLowerCase()}://${name}${base}` }))
}

/** An operation with its path's parameters in it, as OpenAPI 3 writes it. */
export function operation2(
  references: References,
  operation: JsonObject,
  item: JsonObject,
  root: JsonObject,
  at: { readonly path: string; readonly operation: string },
): JsonObject {
  const all = new Map<string, JsonObject>()
  for (const [list, place] of [
    [item["parameters"], at.path],
    [operation["parameters"], at.operation],
  ] as const) {
    if (!Array.isArray(list)) continue
    for (const [index, one] of (list as unknown[]).entries()) {
      const { value } = references.resolve(one, within(place, "parameters", index))
      all.set(`${String(value["in"])} ${String(value["name"])}`, value)
    }
  }
  const parameters = [...all.values()]
  const media = textsOf(operation["consumes"] ?? root["consumes"])
  const body = parameters.find((one) => one["in"] === "body")
  const form = parameters.filter((one) => one["in"] === "formData")
  const others = parameters.filter((one) => one["in"] !== "body" && one["in"] !== "formData")
  return {
    ...operation,
    parameters: others.map(parameter2),
    ...(body && { requestBody: requestBody2(body, media) }),
    ...(!body && form.length > 0 && { requestBody: form2(form, media) }),
  }
}

const schemaFields = [
  "type",
  "format",
  "items",
  "enum",
  "default",
  "minimum",
  "maximum",
  "exclusiveMinimum",
  "exclusiveMaximum",
  "minLength",
  "maxLength",
  "pattern",
  "minItems",
  "maxItems",
  "uniqueItems",
  "multipleOf",
] as const

function schema2(parameter: JsonObject): JsonObject {
  return Object.fromEntries(schemaFields.flatMap((field) => (field in parameter ? [[field, parameter[field]]] : [])))
}

function parameter2(parameter: JsonObject): JsonObject {
  const { name, in: place, description, required, collectionFormat } = parameter
  return {
    name,
    in: place,
    ...(description === undefined ? {} : { description }),
    ...(required === true ? { required } : {}),
    schema: schema2(parameter),
    ...(parameter["type"] === "array" ? collection(collectionFormat, place) : {}),
  }
}

function collection(format: unknown, place: unknown): JsonObject {
  if (place !== "query") return { style: "simple", explode: false }
  switch (format) {
    case "multi":
      return { style: "form", explode: true }
    case "ssv":
      return { style: "spaceDelimited", explode: false }
    case "pipes":
      return { style: "pipeDelimited", explode: false }
    case "tsv":
      return { style: "tabDelimited", explode: false }
    default:
      return { style: "form", explode: false }
  }
}

function requestBody2(body: JsonObject, media: readonly string[]): JsonObject {
  const types = media.length > 0 ? media : ["application/json"]
  return {
    ...(body["required"] === true && { required: true }),
    content: Object.fromEntries(types.map((type) => [type, { schema: body["schema"] ?? {} }])),
  }
}

function form2(form: readonly JsonObject[], media: readonly string[]): JsonObject {
  const isMultipart = media.some((type) => /^multipart\//i.test(type)) || form.some(({ type }) => type === "file")
  const required = form.flatMap(({ name, required: is }) => (is === true && typeof name === "string" ? [name] : []))
  const schema = {
    type: "object",
    properties: Object.fromEntries(
      form.map((one) => [
        String(one["name"]),
        { ...schema2(one), ...(textOf(one["description"]) && { description: one["description"] }) },
      ]),
    ),
    ...(required.length > 0 && { required }),
  }
  // Lists are one value here, with commas, unless it is said otherwise.
  const lists = form.filter(({ type }) => type === "array")
  const encoding = Object.fromEntries(
    lists.map(({ name, collectionFormat }) => [String(name), collection(collectionFormat, "query")]),
  )
  return {
    ...(required.length > 0 && { required: true }),
    content: { [isMultipart ? "multipart/form-data" : "application/x-www-form-urlencoded"]: { schema, encoding } },
  }
}

/** The ways to prove who calls, as OpenAPI 3 names them. */
export function schemes2(root: JsonObject): JsonObject {
  const definitions = objectOf(root["securityDefinitions"]) ?? {}
  return Object.fromEntries(
    Object.entries(definitions).map(([name, scheme]) => [
      name,
      isObject(scheme) && scheme["type"] === "basic" ? { ...scheme, type: "http", scheme: "basic" } : scheme,
    ]),
  )
}
