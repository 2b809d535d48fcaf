import { isObject, type JsonObject } from "../../lib/fields.ts"
import { SpecError, within, type SpecFault } from "./spec-fault.ts"

/** Follows references within a description. Nothing is ever fetched. */
export interface References {
  /** The object that a node means: itself, or what its `$ref` leads to, with the node's other fields over it. */
  readonly resolve: (node: unknown, at: string) => Resolved
}

export interface Resolved {
  readonly value: JsonObject
  /** The references that led to it, in order; none where it stands in its place. */
  readonly through: readonly string[]
}

/** The most references in a row; whatever needs more leads nowhere. */
const mostSteps = 50

export function createReferences(root: JsonObject): References {
  return {
    resolve(node, at) {
      const through: string[] = []
      let over: JsonObject = {}
      let value = node
      while (isObject(value) && typeof value["$ref"] === "string") {
        const { $ref, ...siblings } = value as JsonObject & { readonly $ref: string }
        if (through.includes($ref) || through.length >= mostSteps)
          throw new SpecError("endless-reference", within(at, "$ref"))
        if (!$ref.startsWith("#")) throw new SpecError("external-reference", within(at, "$ref"))
        through.push($ref)
        over = { ...siblings, ...over }
        value = pointedAt(root, $ref)
        if (value === undefined) throw new SpecError("missing-reference", within(at, "$ref"))
      }
      if (value === true) value = {}
      if (!isObject(value)) throw new SpecError("missing-reference", at)
      return { value: through.length === 0 ? value : { ...value, ...over }, through }
    },
  }
}

/** What a pointer (`#/components/schemas/Pet~1Toy`) leads to. */
function pointedAt(root: JsonObject, reference: string): unknown {
  if (!reference.startsWith("#/")) return undefined
  let value: unknown = root
  for (const step of reference.slice(2).split("/")) {
    const key = decoded(step).replaceAll("~1", "/").replaceAll("~0", "~")
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined
    value = (value as JsonObject)[key]
  }
  return value
}

function decoded(step: string): string {
  try {
    return decodeURIComponent(step)
  } catch {
    return step
  }
}

/** Fields whose content is data, not description. */
const data = new Set(["example", "examples", "default", "enum", "const", "responses", "callbacks", "links"])

/** The parts of a description that were looked at: those whose references all lead somewhere, and the fault of each other one. */
export interface CheckedParts {
  readonly sound: Set<object>
  readonly broken: Map<object, SpecFault>
}

export function noneChecked(): CheckedParts {
  return { sound: new Set(), broken: new Map() }
}

/** A place that is looked at, and the one that led to it. */
interface Place {
  readonly node: unknown
  readonly at: string
  readonly isMap: boolean
  readonly from?: Place
}

/**
 * Looks whether every reference that a part of the description uses leads somewhere; throws where one does not. `checked` is
 * shared by all parts: what was found sound is not looked at again, however many lead there, and what led to a fault has it for
 * everybody. A part whose walk ended at a fault leaves the rest of what it uses to be looked at by the next one.
 */
export function checkReferences(references: References, part: unknown, at: string, checked: CheckedParts): void {
  const { sound, broken } = checked
  const seen = new Set<object>()
  const waiting: Place[] = [{ node: part, at, isMap: false }]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { node, at: place, isMap } = next
    if (typeof node !== "object" || node === null || seen.has(node) || sound.has(node)) continue
    seen.add(node)
    const known = broken.get(node)
    if (known) throw fault(next, new SpecError(known.kind, place), broken)
    if (!isMap && isObject(node) && typeof node["$ref"] === "string") {
      waiting.push({ node: target(next, node), at: place, isMap: false, from: next })
      // The value was made anew where the reference has siblings: its parts are what is shared.
      continue
    }
    for (const [key, child] of Object.entries(node)) {
      if (!isMap && (data.has(key) || key.startsWith("x-"))) continue
      waiting.push({ node: child, at: within(place, key), isMap: !isMap && key === "properties", from: next })
    }
  }
  for (const node of seen) sound.add(node)

  function target(place: Place, node: JsonObject): JsonObject {
    try {
      return references.resolve(node, place.at).value
    } catch (error) {
      throw fault(place, error, broken)
    }
  }
}

/** The error, after everything that led to it was marked. */
function fault(place: Place, error: unknown, broken: Map<object, SpecFault>): unknown {
  if (!(error instanceof SpecError)) return error
  for (let one: Place | undefined = place; one; one = one.from)
    if (typeof one.node === "object" && one.node !== null) broken.set(one.node, error.fault)
  return error
}
