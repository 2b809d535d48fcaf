import { isObject, textOf, textsOf, type JsonObject } from "../../lib/fields.ts"
import type { CallShape } from "../call-shape.ts"
import { mostDefinition, type PluginTool } from "../plugin.ts"
import { distinct, propertyNameFor } from "./names.ts"
import { parametersOf, readBody, readParameter, type ReadBody, type ReadParameter } from "./parameters.ts"
import type { References } from "./references.ts"
import { createSchemaReader, SchemaTooLarge, schemaDetails, shortened, tooLarge, type SchemaDetail } from "./schema.ts"
import type { Server } from "./servers.ts"
import { SpecError, within, type SpecFault } from "./spec-fault.ts"

/** An operation as it is written, found in its description. */
export interface FoundOperation {
  readonly key: string
  /** In capitals. */
  readonly method: string
  readonly path: string
  readonly name: string
  readonly written: JsonObject
  readonly item: JsonObject
  readonly at: { readonly path: string; readonly operation: string }
  /** The fault of a reference that its body or a parameter leads to, found before it is compiled. */
  readonly fault?: SpecFault
}

export interface CompileOptions {
  /** One of our own: its extensions count. */
  readonly isBuiltin: boolean
  /** The host that the token is for. */
  readonly mainHost: string
}

const longestDescription = 1_000

/** An operation as a tool: tried with less and less detail until its definition is small enough. */
export function compile(
  references: References,
  operation: FoundOperation,
  server: Server,
  options: CompileOptions,
): PluginTool {
  let least: PluginTool | undefined
  for (const detail of schemaDetails) {
    try {
      least = compileWith(references, operation, server, { ...options, detail })
      if (sizeOf(least) <= mostDefinition) return least
    } catch (error) {
      if (!(error instanceof SchemaTooLarge)) throw error
    }
  }
  const needed = least && withoutOptional(least)
  return needed && sizeOf(needed) <= mostDefinition ? needed : tooLarge(operation.at.operation)
}

function sizeOf({ description, parameters }: PluginTool): number {
  return JSON.stringify([description, parameters]).length
}

/** With as many of its optional parameters as there is room for; all that are required stay. */
function withoutOptional(tool: PluginTool): PluginTool {
  const { properties = {}, ...rest } = tool.parameters as JsonObject & { readonly properties?: JsonObject }
  const required = new Set(textsOf(rest["required"]))
  let size = sizeOf({ ...tool, parameters: { ...rest, properties: {} } })
  const lengthOf = (entry: readonly [string, unknown]) => JSON.stringify(entry).length
  const all = Object.entries(properties)
  for (const entry of all) if (required.has(entry[0])) size += lengthOf(entry)
  const kept = all.filter((entry) => {
    if (required.has(entry[0])) return true
    size += lengthOf(entry)
    return size <= mostDefinition
  })
  return { ...tool, parameters: { ...rest, properties: Object.fromEntries(kept) } }
}

function compileWith(
  references: References,
  { key, method, path, name, written, item, at }: FoundOperation,
  server: Server,
  { isBuiltin, mainHost, detail }: CompileOptions & { readonly detail: SchemaDetail },
): PluginTool {
  const reader = createSchemaReader(references, detail)
  const lists = { ofPath: item["parameters"], ofOperation: written["parameters"], at }
  const declared = parametersOf(references, lists).flatMap((one) => readParameter(one, reader, { isBuiltin }) ?? [])
  const parameters = [...withPlaces(declared, path), ...declared.filter((one) => one.in !== "path")]
  const takesBody = method !== "GET" && method !== "HEAD"
  const bodyAt = within(at.operation, "requestBody")
  const body = takesBody ? readBody(references, written["requestBody"], reader, bodyAt) : undefined
  if (!takesBody && isNeeded(references, written["requestBody"], bodyAt)) throw new SpecError("get-body", bodyAt)

  const taken = new Set<string>()
  const properties: [string, JsonObject][] = []
  const required: string[] = []
  const add = (wished: string, schema: JsonObject, isRequired: boolean): string => {
    const property = propertyNameFor(wished, taken)
    properties.push([property, schema])
    if (isRequired) required.push(property)
    return property
  }
  const wire = parameters.map(({ schema, at: _at, ...parameter }) => ({
    ...parameter,
    property: add(
      taken.has(parameter.name) ? `${parameter.in}_${parameter.name}` : parameter.name,
      schema,
      parameter.isRequired === true && parameter.fallback === undefined,
    ),
  }))
  const call: CallShape = {
    method,
    base: server.base,
    host: server.host,
    path,
    parameters: wire,
    ...(body && { body: wireBody(body, taken, add) }),
    ...(server.host === mainHost && { takesToken: true as const }),
  }
  return {
    key,
    name,
    title: titleOf(written, key),
    description: descriptionOf(written, item, key),
    parameters: {
      type: "object",
      properties: Object.fromEntries(properties),
      ...(required.length > 0 && { required }),
    },
    call,
    ...(isConsequential(written) && { isConsequential: true as const }),
  }
}

function isNeeded(references: References, body: unknown, at: string): boolean {
  return isObject(body) && references.resolve(body, at).value["required"] === true
}

/** The parameters of the path in its order; a place in it that nobody declares is one, too. */
function withPlaces(declared: readonly ReadParameter[], path: string): readonly ReadParameter[] {
  const names = [...path.matchAll(/\{([^{}/]{1,200})\}/g)].map(([, name = ""]) => name)
  return [...new Set(names)].map(
    (name): ReadParameter =>
      declared.find((one) => one.in === "path" && one.name === name) ?? {
        name,
        in: "path",
        style: "simple",
        explode: false,
        isRequired: true,
        schema: { type: "string" },
        at: "",
      },
  )
}

function wireBody(
  { fields, schema, ...body }: ReadBody,
  taken: ReadonlySet<string>,
  add: (wished: string, schema: JsonObject, isRequired: boolean) => string,
): NonNullable<CallShape["body"]> {
  if (fields === undefined) {
    return { ...body, fields: [], whole: add(distinct("body", taken), schema, body.isRequired === true) }
  }
  return {
    ...body,
    fields: fields.map(({ schema: shown, ...field }) => ({
      ...field,
      property: add(
        taken.has(field.name) ? distinct(`body_${field.name}`, taken) : field.name,
        shown,
        field.isRequired === true && field.fallback === undefined,
      ),
    })),
  }
}

/** Whether the description says that a call has consequences; that it has none is nobody's to say but the user's. */
export function isConsequential(written: JsonObject): boolean {
  return written["x-openai-isConsequential"] === true
}

const longestTitle = 80

/** An operation in plain words: as its description sums it up, else by its id. */
export function titleOf(written: JsonObject, key: string): string {
  const summary = textOf(written["summary"])?.trim()
  if (summary) return shortened(oneLine(summary), longestTitle)
  const id = textOf(written["operationId"])?.trim()
  if (id) return shortened(id.replaceAll(/[_-]+|(?<=[a-z])(?=[A-Z])/g, " ").trim(), longestTitle)
  return key
}

function descriptionOf(written: JsonObject, item: JsonObject, key: string): string {
  const texts = [written["summary"], written["description"], item["description"]].map(
    (text) => textOf(text)?.trim() ?? "",
  )
  const [summary = "", own = "", ofPath = ""] = texts
  const long = own === "" ? ofPath : own
  const whole = long.startsWith(summary) ? long : [summary, long].filter((text) => text !== "").join("\n")
  return shortened(whole === "" ? key : whole, longestDescription)
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, " ")
}
