import { objectOf, textsOf, type JsonObject } from "../lib/fields.ts"
import { proofOf, type Proof } from "./call-proof.ts"
import type { CallShape } from "./call-shape.ts"
import type { PluginAuth, PluginTool } from "./plugin.ts"

/*
 * Many descriptions list the key that proves who calls among the parameters, too. Where the plugin has a key, it fills such a
 * parameter: no model is asked for it, and none could get it right.
 */

/** How a call with this shape proves who makes it; undefined where it does not. */
export function proofFor(shape: CallShape, auth: PluginAuth): Proof | undefined {
  return shape.takesToken ? proofOf(auth) : undefined
}

/** Whether a proof fills the parameter, or the field of the body, of this name. Headers have names without case. */
export function isFilledBy(
  proof: Proof | undefined,
  place: "path" | "query" | "header" | "body",
  { name }: { readonly name: string },
): boolean {
  if (proof?.place !== place) return false
  return place === "header" ? name.toLowerCase() === proof.name.toLowerCase() : name === proof.name
}

/** What a model is asked for: the parameters of a tool without those that its plugin's proof fills. */
export function askedParameters(
  { parameters, call }: Pick<PluginTool, "parameters" | "call">,
  auth: PluginAuth,
): JsonObject {
  const filled = filledProperties(call, proofFor(call, auth))
  if (filled.length === 0) return parameters
  const required = textsOf(parameters["required"]).filter((name) => !filled.includes(name))
  const { required: _, ...rest } = parameters
  return {
    ...rest,
    properties: without(objectOf(parameters["properties"]) ?? {}, filled),
    ...(required.length > 0 && { required }),
  }
}

/** What a model gave, without what the proof fills. */
export function withoutFilled(given: JsonObject, call: CallShape, proof: Proof | undefined): JsonObject {
  const filled = filledProperties(call, proof)
  return filled.length === 0 ? given : without(given, filled)
}

function filledProperties({ parameters, body }: CallShape, proof: Proof | undefined): readonly string[] {
  return [
    ...parameters.filter((one) => isFilledBy(proof, one.in, one)),
    ...(body?.fields ?? []).filter((one) => isFilledBy(proof, "body", one)),
  ].map(({ property }) => property)
}

function without(fields: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)))
}
