import {
  encodeGenerate,
  type AspectRatio,
  type OutputFormat,
  type Sd3Model,
  type StylePreset,
} from "../providers/stability/generate-request.ts"
import { manifestOf, prefixOf, type ProviderId } from "../providers/registry.ts"
import type { BodyField, Drawing, DrawingParams, DrawingProvider } from "./drawing.ts"
import { imageDefaults } from "./image-choices.ts"
import { imagePath } from "./image-request.ts"

/** What a drawing is made with: who makes it, and what it is to be. */
export type DrawingAsked = Pick<Drawing, "provider" | "model" | "version" | "params">

/** Whether a provider is asked for a picture by a form, not by the images API. */
export function takesForm(provider: ProviderId): boolean {
  return manifestOf[provider].pictures === "form"
}

/** The fields of Stability's form, or of the images API, in the order in which they are sent. */
export function bodyOf({ provider, model, version, params }: DrawingAsked): readonly BodyField[] {
  return takesForm(provider) ? formOf(model, version, params) : jsonOf(model, params)
}

function formOf(model: string, version: string | undefined, params: DrawingParams): readonly BodyField[] {
  const { prompt, negativePrompt = "", aspectRatio, style, outputFormat, seed } = params
  const shape = encodeGenerate(
    {
      model: model === "sd3" ? "sd3" : model === "stable-image-ultra" ? "ultra" : "core",
      prompt,
      negativePrompt,
      ...(aspectRatio !== undefined && { aspectRatio: aspectRatio as AspectRatio }),
      ...(style !== undefined && { style: style as StylePreset }),
      ...(outputFormat !== undefined && { outputFormat: outputFormat as OutputFormat }),
      ...(seed !== undefined && { seed }),
      ...(version !== undefined && { sd3Model: version as Sd3Model }),
    },
    {},
  )
  return shape.fields
}

function jsonOf(model: string, { prompt, size, quality, style }: DrawingParams): readonly BodyField[] {
  return [
    ["model", model],
    ["prompt", prompt],
    ["response_format", "b64_json"],
    ["n", 1],
    ["size", size ?? imageDefaults.size],
    ["quality", quality ?? imageDefaults.quality],
    ["style", style ?? imageDefaults.style],
  ]
}

/** The path of our server at which a drawing is asked for. */
export function pathOfDrawing({ provider, model }: Pick<Drawing, "provider" | "model">): string {
  if (!takesForm(provider)) return prefixOf(provider) + imagePath
  const service = model === "sd3" ? "sd3" : model.replace(/^stable-image-/, "")
  return `${prefixOf(provider)}/v2beta/stable-image/generate/${service}`
}

/** The name under which a drawing has its price. */
export function pricedAs({ model, version }: Pick<Drawing, "model" | "version">): string {
  return model === "sd3" ? (version ?? "sd3.5-large") : model
}

/** What of the form a model of Stability takes besides prompt, proportion and seed. */
export function stabilityTakes(
  model: string,
  version = "",
): {
  readonly negativePrompt: boolean
  readonly style: boolean
  readonly webp: boolean
} {
  return { negativePrompt: !version.includes("turbo"), style: model === "stable-image-core", webp: model !== "sd3" }
}

/** The longest prompt that is taken, in characters. */
export function longestPrompt(provider: DrawingProvider): number {
  return takesForm(provider) ? 10_000 : 4_000
}
