import type { Failure } from "../gateway/failure.ts"
import type { JsonObject } from "../lib/fields.ts"
import { err, ok, type Result } from "../lib/result.ts"
import type { NativeFile } from "../providers/client-api.ts"
import { type FormField, type FormFile, sortForm, wrongField } from "../providers/form-body.ts"

/** A call that has a picture made of others. */
export interface ImageEdit {
  /** Its texts, in the shape of a call that has a picture made of words. */
  readonly body: JsonObject
  /** The pictures and, the last of them, the mask that says where the first may change. */
  readonly files: readonly NativeFile[]
}

export const imageEditPath = "/v1/images/edits"

/** The most pictures that one is made of, besides a mask. */
export const mostEdited = 16
/** The most bytes that they have together, the mask with them. */
export const longestEdited = 10 * 1024 * 1024

/** Reads such a call: pictures by their first bytes, at least one, and no field that is not listed. */
export function readImageEdit(fields: readonly FormField[]): Result<ImageEdit, Failure> {
  const form = sortForm(fields, formBounds)
  if (!form.ok) return form
  const { texts, files } = form.value
  const pictures = ["image", "image[]"].flatMap((name) => files[name] ?? [])
  const masks = files["mask"] ?? []
  if (pictures.length === 0) return wrongField("image", "must be a picture")
  if (pictures.length > mostEdited) return wrongField("image", `must be at most ${mostEdited}`)
  const bytes = [...pictures, ...masks].reduce((sum, file) => sum + file.bytes.length, 0)
  if (bytes > longestEdited) return err({ kind: "refused", reason: "body-too-large" })
  // A single picture goes under the name that older servers of this API know, too.
  const field = pictures.length === 1 ? "image" : "image[]"
  const named = pictures.map((file, at) => namedFile(field, `imagem-${at + 1}`, file))
  const mask = masks.map((file) => namedFile("mask", "mascara", file))
  const known: NativeFile[] = []
  if (mask.some((file) => file?.type !== "image/png")) return wrongField("mask", "must be a picture: png")
  for (const file of [...named, ...mask]) {
    if (file === undefined) return wrongField("image", "must be a picture: png, jpeg or webp")
    known.push(file)
  }
  const { n, ...rest } = texts
  return ok({ body: { ...rest, ...(n !== undefined && { n: Number(n) }) }, files: known })
}

const formBounds = {
  texts: { model: 128, prompt: 4_000, n: 2, size: 16, quality: 16, response_format: 16, user: 512 },
  files: { image: 1, "image[]": mostEdited, mask: 1 },
}

/** Providers tell the kind of a picture by its type and the ending of its name; both are told by its bytes. */
function namedFile(field: string, name: string, { bytes }: FormFile): NativeFile | undefined {
  const kind = kinds.find(({ starts }) => starts(bytes))
  return kind && { field, name: `${name}.${kind.ending}`, type: kind.type, bytes }
}

const kinds = [
  { ending: "png", type: "image/png", starts: (bytes: Uint8Array) => latin(bytes, 0, 8) === "\x89PNG\r\n\x1a\n" },
  { ending: "jpg", type: "image/jpeg", starts: (bytes: Uint8Array) => latin(bytes, 0, 3) === "\xff\xd8\xff" },
  {
    ending: "webp",
    type: "image/webp",
    starts: (bytes: Uint8Array) => latin(bytes, 0, 4) === "RIFF" && latin(bytes, 8, 12) === "WEBP",
  },
]

function latin(bytes: Uint8Array, from: number, to: number): string {
  return String.fromCharCode(...bytes.subarray(from, to))
}
