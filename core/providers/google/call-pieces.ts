import { mostKept } from "../answer-limits.ts"
import { type JsonObject, objectOf, objectsOf, textOf } from "../../lib/fields.ts"

/** A call whose arguments arrive value by value, as Google's cloud sends them where it is asked to. */
export interface OpenCall {
  readonly id: string | undefined
  readonly name: string
  readonly signature: string | undefined
  readonly args: JsonObject
}

/**
 * The result of a `functionCall` part: the call that continues after it, if any, and the complete ones. A name begins a
 * call; a part without one continues the call before, or closes it.
 */
export function callStep(
  before: OpenCall | undefined,
  part: JsonObject,
): readonly [OpenCall | undefined, readonly OpenCall[]] {
  const said = objectOf(part["functionCall"]) ?? {}
  const name = textOf(said["name"])
  const begun = name === undefined ? before : undefined
  const unclosed = before && before !== begun ? [before] : []
  if (!begun && name === undefined) return [undefined, unclosed]
  const call: OpenCall = {
    id: begun?.id ?? textOf(said["id"]),
    name: begun?.name ?? name ?? "",
    signature: begun?.signature ?? textOf(part["thoughtSignature"]),
    args: objectsOf(said["partialArgs"]).reduce(withPiece, { ...begun?.args, ...objectOf(said["args"]) }),
  }
  return said["willContinue"] === true ? [call, unclosed] : [undefined, [...unclosed, call]]
}

/** The arguments with one more value; a text goes on where it stopped. */
function withPiece(args: JsonObject, piece: JsonObject): JsonObject {
  const path = stepsOf(textOf(piece["jsonPath"]) ?? "")
  if (path.length === 0 || path.length > deepest) return args
  const { stringValue, numberValue, boolValue } = piece
  return (
    objectOf(
      put(args, path, (old) => {
        if (typeof stringValue === "string") return typeof old === "string" ? old + stringValue : stringValue
        return numberValue ?? boolValue ?? null
      }),
    ) ?? args
  )
}

/** Deeper, or with more items or names, no arguments are. */
const deepest = 24
const longest = mostKept

/** `$.items[0].name`, or with names in quotes, as its steps. */
function stepsOf(path: string): readonly (string | number)[] {
  return [...path.matchAll(/\.([^.[\]]+)|\[(\d{1,5})\]|\[(?:"([^"]*)"|'([^']*)')\]/g)].map(
    ([, name, index, quoted, single]) => (index === undefined ? (name ?? quoted ?? single ?? "") : Number(index)),
  )
}

function put(inside: unknown, path: readonly (string | number)[], value: (old: unknown) => unknown): unknown {
  const [step, ...rest] = path
  if (step === undefined) return value(inside)
  if (typeof step === "string") {
    const known = objectOf(inside) ?? {}
    if (!Object.hasOwn(known, step) && Object.keys(known).length >= longest) return known
    return { ...known, [step]: put(Object.hasOwn(known, step) ? known[step] : undefined, rest, value) }
  }
  const items: readonly unknown[] = Array.isArray(inside) ? inside : []
  const at = Math.min(step, items.length, longest)
  return [...items.slice(0, at), put(items[at], rest, value), ...items.slice(at + 1)]
}
