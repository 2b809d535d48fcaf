import type { JsonObject } from "../lib/fields.ts"
import { imageDefaults } from "./image-choices.ts"

/** The options of a picture under its model's names. */
export interface PictureAsked {
  readonly size: string
  readonly quality: string
}

/**
 * Adapts the body of a picture call to its model. The gpt-image models have other names for quality, no style, and
 * always answer with bytes; size and quality are always sent to them, because their own choice may cost more than the
 * picture that was paid for. For any other model the body is unchanged.
 */
export function fitImageBody(body: JsonObject, model: string): JsonObject {
  if (!isGptImage(model)) return body
  const { response_format: _format, style: _style, size, quality, ...rest } = body
  const asked = { ...(typeof size === "string" && { size }), ...(typeof quality === "string" && { quality }) }
  return { ...rest, ...fitPicture(asked, model) }
}

/** Size and quality under the model's names; defaults where the caller chose none. */
export function fitPicture(
  { size = imageDefaults.size, quality = imageDefaults.quality }: Partial<PictureAsked>,
  model: string,
): PictureAsked {
  if (!isGptImage(model)) return { size, quality }
  return { size: takesAnySize(model) ? size : named(sizes, size), quality: named(qualities, quality) }
}

const qualities: Readonly<Record<string, string>> = { standard: "medium", hd: "high" }

/** The nearest size of the models before gpt-image-2. */
const sizes: Readonly<Record<string, string>> = { "1792x1024": "1536x1024", "1024x1792": "1024x1536" }

function named(names: Readonly<Record<string, string>>, name: string): string {
  return (Object.hasOwn(names, name) ? names[name] : undefined) ?? name
}

function isGptImage(model: string): boolean {
  return /^(?:chat)?gpt-image/.test(model)
}

/** From gpt-image-2 on a size may be any whose edges are multiples of 16. */
function takesAnySize(model: string): boolean {
  const [, version] = /^gpt-image-(\d{1,3})/.exec(model) ?? []
  return Number(version ?? 0) >= 2
}
