/*
 * Names that every provider takes. Gemini wants a letter or an underscore first; Anthropic refuses a whole request for one
 * property name outside of its pattern. What is written otherwise in a description gets a name here, and is called by its own.
 */

const toolName = /^[A-Za-z_][A-Za-z0-9_-]{0,63}$/
const propertyName = /^[A-Za-z0-9_.-]{1,64}$/
const longestName = 64

/** The name of a tool for an operation. `taken`: the names before it, to which it is added. */
export function toolNameFor(
  operationId: unknown,
  { method, path }: { readonly method: string; readonly path: string },
  taken: Set<string>,
): string {
  const wished = typeof operationId === "string" ? asToolName(operationId) : ""
  const isUsable = /[A-Za-z0-9]/.test(wished) && operationId !== "__proto__"
  const byPath = asToolName(
    `${method}_${path
      .split("/")
      .filter((step) => step !== "")
      .join("_")}`,
  )
  const name = isUsable && !taken.has(wished) ? wished : distinct(byPath, taken)
  taken.add(name)
  return name
}

/** A text as the name of a tool; empty where nothing of it can be kept. */
export function asToolName(text: string): string {
  const plain = text
    .normalize("NFD")
    .replaceAll(/\p{Mark}/gu, "")
    .replaceAll(/[^A-Za-z0-9_-]+/g, "_")
  const first = plain === "" || toolName.test(plain.charAt(0)) ? plain : `_${plain}`
  return first.length <= longestName ? first : `${first.slice(0, 57)}_${shortHash(text)}`
}

/** A name that is not taken yet: itself, or with a number behind it. */
export function distinct(name: string, taken: ReadonlySet<string>): string {
  if (!taken.has(name)) return name
  for (let number = 2; ; number++) {
    const end = `_${number}`
    const other = name.slice(0, longestName - end.length) + end
    if (!taken.has(other)) return other
  }
}

/** The name of a property for the model. `taken`: those beside it, to which it is added. */
export function propertyNameFor(name: string, taken: Set<string>): string {
  const plain = name === "__proto__" ? "proto" : name.replaceAll(/[^A-Za-z0-9_.-]/g, "_")
  const short = plain.length <= longestName ? plain : `${plain.slice(0, 57)}_${shortHash(name)}`
  const isKept = propertyName.test(name) && name !== "__proto__"
  const mapped = distinct(isKept ? name : short === "" ? "_" : short, taken)
  taken.add(mapped)
  return mapped
}

/** Six hexadecimal digits that tell long texts with one beginning apart (FNV-1a). */
function shortHash(text: string): string {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193) >>> 0
  return hash.toString(16).padStart(8, "0").slice(-6)
}
