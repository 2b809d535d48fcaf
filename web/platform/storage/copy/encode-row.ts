/*
 * A stored row as JSON can hold it: whatever a browser can store, as far as it can be written down. What JSON has no word
 * for stands in an object with one field that begins with "$" (`docs/copy-format.md`).
 */

/** How deep a row is followed: ours are ten deep. */
const deepest = 200

/** Characters of base64 made at a time. */
const chunk = 0x8000

/** `isWhole`: everything of the row is in the text. */
export interface EncodedRow {
  readonly json: string
  readonly isWhole: boolean
}

/**
 * `secrets`: words that a provider may have repeated in what it refused; they do not go along. `keepFile` gives a file of the row a
 * place of its own and returns its name there; without it, files stand in the text.
 */
export async function encodeRow(
  row: unknown,
  secrets: readonly string[] = [],
  keepFile?: (file: Blob) => string,
): Promise<EncodedRow> {
  const state: Encoding = { above: new Set(), blobs: new Map(), secrets, keepFile, isWhole: true }
  await readBlobs(row, state, 0)
  const plain = encode(row, state, 0)
  return { json: JSON.stringify(plain) ?? "null", isWhole: state.isWhole }
}

interface Encoding {
  /** The containers of the current value: a value that contains itself would never end. */
  readonly above: Set<object>
  /** The contents of the row's files as data URLs; undefined where one could not be read. */
  readonly blobs: Map<Blob, string | undefined>
  readonly secrets: readonly string[]
  readonly keepFile: ((file: Blob) => string) | undefined
  isWhole: boolean
}

/** Files are read before, because only that has to be waited for. */
async function readBlobs(value: unknown, state: Encoding, depth: number): Promise<void> {
  if (value instanceof Blob) {
    if (state.blobs.has(value)) return
    // A file that the disk has lost gives not even its beginning.
    const read =
      state.keepFile === undefined
        ? dataUrl(value)
        : value
            .slice(0, 1)
            .arrayBuffer()
            .then(() => "")
    state.blobs.set(value, await read.catch(() => undefined))
    return
  }
  if (typeof value !== "object" || value === null || depth > deepest || state.above.has(value)) return
  state.above.add(value)
  // oxlint-disable-next-line no-await-in-loop -- one file at a time is little memory
  for (const part of partsOf(value)) if (typeof part === "object") await readBlobs(part, state, depth + 1)
  state.above.delete(value)
}

function partsOf(value: object): readonly unknown[] {
  if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) return []
  if (value instanceof Map) return [...value].flat()
  return value instanceof Set ? [...value] : Object.values(value)
}

function encode(value: unknown, state: Encoding, depth: number): unknown {
  if (typeof value === "number") return Number.isFinite(value) ? value : { $number: String(value) }
  if (typeof value === "bigint") return { $bigint: String(value) }
  if (typeof value !== "object" || value === null) return value
  if (depth > deepest || state.above.has(value)) {
    state.isWhole = false
    return { $cut: depth > deepest ? "deep" : "cycle" }
  }
  state.above.add(value)
  const encoded = encodeObject(value, state, depth + 1)
  state.above.delete(value)
  return encoded
}

function encodeObject(value: object, state: Encoding, depth: number): unknown {
  const inner = (part: unknown) => encode(part, state, depth)
  const field = ([name, part]: readonly [string, unknown]) => {
    const encoded = inner(part)
    return [name, name === "failure" ? withoutSecrets(encoded, state.secrets) : encoded] as const
  }
  const entries = (part: object) => Object.fromEntries(Object.entries(part).map(field))
  if (value instanceof Blob) {
    const url = state.blobs.get(value)
    if (url === undefined) state.isWhole = false
    if (url !== undefined && state.keepFile !== undefined) return { $file: state.keepFile(value) }
    return url ?? { $cut: "file" }
  }
  if (value instanceof Date) return { $date: Number.isNaN(value.getTime()) ? null : value.toISOString() }
  if (value instanceof RegExp) return { $regexp: [value.source, value.flags] }
  if (value instanceof Map) return { $map: [...value].map((pair) => pair.map(inner)) }
  if (value instanceof Set) return { $set: [...value].map(inner) }
  if (value instanceof Error) return { $error: [value.name, value.message] }
  if (value instanceof ArrayBuffer) return { $bytes: base64(new Uint8Array(value)) }
  if (ArrayBuffer.isView(value)) {
    return { $bytes: base64(new Uint8Array(value.buffer, value.byteOffset, value.byteLength)) }
  }
  if (!Array.isArray(value)) return entries(value)
  // A list with more gaps than members is written by its members.
  const isSparse = value.length > 1_000 && Object.keys(value).length < value.length / 2
  return isSparse ? { $sparse: value.length, items: entries(value) } : Array.from(value as readonly unknown[], inner)
}

function withoutSecrets(encoded: unknown, secrets: readonly string[]): unknown {
  const json = JSON.stringify(encoded) ?? "null"
  return secrets.some((secret) => json.includes(secret)) ? JSON.parse(withoutWords(json, secrets)) : encoded
}

/** A text with an ellipsis in place of each secret. */
export function withoutWords(text: string, secrets: readonly string[]): string {
  return secrets.reduce((left, secret) => left.replaceAll(secret, "…"), text)
}

export function base64(bytes: Uint8Array): string {
  let binary = ""
  for (let at = 0; at < bytes.length; at += chunk) binary += String.fromCharCode(...bytes.subarray(at, at + chunk))
  return btoa(binary)
}

function dataUrl(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(typeof reader.result === "string" ? reader.result : "")
    reader.onerror = () => reject(reader.error ?? new Error("a stored file cannot be read"))
    reader.readAsDataURL(blob)
  })
}
