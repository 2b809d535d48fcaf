import type { JsonObject } from "../../lib/fields.ts"
import { formFor, serviceOf, type AspectRatio } from "./generate-request.ts"

/** Whether a picture of this name can be asked for in the words of the images API. */
export function isDrawnByForm(name: string): boolean {
  return serviceOf(name) !== undefined
}

/**
 * A call of the images API as a form of Stability's. A size becomes its proportion; quality and style have no counterpart, and
 * the picture comes as bytes whatever was asked for. Throws for a name of another maker.
 */
export function formOfImageCall(
  name: string,
  { prompt, size }: JsonObject,
): { readonly path: string; readonly fields: JsonObject } {
  const form = formFor(name, { prompt, aspect_ratio: ratios[String(size)] ?? "1:1", output_format: "png" })
  if (form === undefined) throw new Error("a form was wanted for a model that takes none")
  return form
}

const ratios: Readonly<Record<string, AspectRatio>> = {
  "1024x1024": "1:1",
  "1792x1024": "16:9",
  "1024x1792": "9:16",
  "1536x1024": "3:2",
  "1024x1536": "2:3",
}
