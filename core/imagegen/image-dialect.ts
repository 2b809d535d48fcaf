import type { JsonObject } from "../providers/json.ts"
import { imageDefaults } from "./image-choices.ts"

/** A picture in the words of the model that makes it. */
export interface PictureAsked {
  readonly size: string
  readonly quality: string
}

/**
 * The body of a picture call as its model takes it. The gpt-image models have words of their own for quality, no style,
 * and always answer with bytes; size and quality are told to them always, because their own choice may cost more than the
 * picture that was paid for. Of any other model the body stays as it is.
 */
export function fitImageBody(body: JsonObject, model: string): JsonObject {
  if (!isGptImage(model)) return body
  const { response_format: _format, style: _style, size, quality, ...rest } = body
  const asked = { ...(typeof size === "string" && { size }), ...(typeof quality === "string" && { quality }) }
  return { ...rest, ...fitPicture(asked, model) }
}

/** Size and quality as the model knows them; where nothing was asked for, the specification's defaults. */
export function fitPicture(
  { size = imageDefaults.size, quality = imageDefaults.quality }: Partial<PictureAsked>,
  model: string,
): PictureAsked {
  if (!isGptImage(model)) return { size, quality }
  return { size: takesAnySize(model) ? size : named(sizes, size), quality: named(qualities, quality) }
}

const qualities: Readonly<Record<string, string>> = { standard: "medium", hd: "high" }

/** The nearest of the sizes before gpt-image-2. */
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
