import type { Failure } from "../../gateway/failure.ts"
import { err, ok, type Result } from "../../lib/result.ts"
import type { Credentials } from "../adapter.ts"
import { bearer } from "../http-shape.ts"

/** The three services; sd3 is several models. */
export const stabilityModels = ["ultra", "core", "sd3"] as const
export type StabilityModel = (typeof stabilityModels)[number]

export const sd3Models = [
  "sd3-medium",
  "sd3-large",
  "sd3-large-turbo",
  "sd3.5-medium",
  "sd3.5-large",
  "sd3.5-large-turbo",
  "sd3.5-flash",
] as const
export type Sd3Model = (typeof sd3Models)[number]

export const aspectRatios = ["1:1", "16:9", "21:9", "2:3", "3:2", "4:5", "5:4", "9:16", "9:21"] as const
export type AspectRatio = (typeof aspectRatios)[number]

export const outputFormats = ["png", "jpeg", "webp"] as const
export type OutputFormat = (typeof outputFormats)[number]

export const stylePresets = [
  "3d-model",
  "analog-film",
  "anime",
  "cinematic",
  "comic-book",
  "digital-art",
  "enhance",
  "fantasy-art",
  "isometric",
  "line-art",
  "low-poly",
  "modeling-compound",
  "neon-punk",
  "origami",
  "photographic",
  "pixel-art",
  "tile-texture",
] as const
export type StylePreset = (typeof stylePresets)[number]

/** A picture from words. */
export interface StabilityRequest {
  readonly model: StabilityModel
  readonly prompt: string
  readonly negativePrompt?: string
  readonly aspectRatio?: AspectRatio
  /** 0, or none: at random; up to 4 294 967 294. */
  readonly seed?: number
  readonly outputFormat?: OutputFormat
  /** Only of `core`. */
  readonly style?: StylePreset
  /** Only of `sd3`. */
  readonly sd3Model?: Sd3Model
}

/** A form to be sent as multipart/form-data; who sends it sets the content type, because of its boundary. */
export interface FormShape {
  readonly method: "POST"
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly fields: readonly (readonly [name: string, value: string])[]
}

const basePath = "/v2beta/stable-image/generate/"

/** The form the provider takes; the picture comes back as base64 in JSON. */
export function encodeGenerate(request: StabilityRequest, { apiKey }: Credentials): FormShape {
  const { model, prompt, negativePrompt, aspectRatio, seed, outputFormat, style, sd3Model } = request
  const turbo = model === "sd3" && sd3Model?.includes("turbo") === true
  const fields: readonly (readonly [string, string | undefined])[] = [
    ["prompt", prompt],
    ["model", model === "sd3" ? sd3Model : undefined],
    ["negative_prompt", turbo ? undefined : negativePrompt],
    ["aspect_ratio", aspectRatio],
    ["seed", seed === undefined ? undefined : String(seed)],
    ["output_format", model === "sd3" && outputFormat === "webp" ? undefined : outputFormat],
    ["style_preset", model === "core" ? style : undefined],
  ]
  return {
    method: "POST",
    path: basePath + model,
    headers: { accept: "application/json", ...bearer(apiKey) },
    fields: fields.flatMap(([name, value]) => (value === undefined || value === "" ? [] : [[name, value] as const])),
  }
}

/** The service a path calls; undefined for any other path. */
export function modelOfPath(path: string): StabilityModel | undefined {
  return stabilityModels.find((model) => path === basePath + model)
}

/** The catalogue's name of what a form asks for: the service's, or for sd3 the model's, whose default is the large one. */
export function nameOfCall(service: StabilityModel, fields: Iterable<readonly [string, string]>): string {
  if (service !== "sd3") return `stable-image-${service}`
  return new Map(fields).get("model") || "sd3.5-large"
}

/** The service that answers to a model's name in the catalogue; undefined for a name of another maker. */
export function serviceOf(name: string): StabilityModel | undefined {
  if (sd3Models.some((known) => known === name)) return "sd3"
  return stabilityModels.find((model) => model !== "sd3" && name === `stable-image-${model}`)
}

/** A form for another model than the one it was made for: the path of that one, and only fields that it takes. */
export function formFor(
  name: string,
  fields: Readonly<Record<string, unknown>>,
): { readonly path: string; readonly fields: Readonly<Record<string, unknown>> } | undefined {
  const service = serviceOf(name)
  if (service === undefined) return undefined
  const { model: _model, style_preset: style, negative_prompt: negative, output_format: format, ...rest } = fields
  const isSd3 = service === "sd3"
  const taken = {
    ...rest,
    ...(isSd3 && { model: name }),
    ...(service === "core" && { style_preset: style }),
    ...(!name.includes("turbo") && { negative_prompt: negative }),
    ...(!(isSd3 && format === "webp") && { output_format: format }),
  }
  return {
    path: basePath + service,
    fields: Object.fromEntries(Object.entries(taken).filter(([, value]) => value !== undefined)),
  }
}

const listed: Readonly<Record<string, (value: string) => boolean>> = {
  prompt: (value) => value.length >= 1 && value.length <= 10_000,
  negative_prompt: (value) => value.length <= 10_000,
  aspect_ratio: (value) => aspectRatios.some((known) => known === value),
  seed: (value) => /^\d{1,10}$/.test(value) && Number(value) <= 4_294_967_294,
  output_format: (value) => outputFormats.some((known) => known === value),
  style_preset: (value) => stylePresets.some((known) => known === value),
  model: (value) => sd3Models.some((known) => known === value),
  mode: (value) => value === "text-to-image",
}

/** A client's form as far as it goes on: each field on the list, once, with a value that is known; the prompt at least. */
export function readForm(
  fields: Iterable<readonly [string, string]>,
): Result<readonly (readonly [string, string])[], Failure> {
  const read = new Map<string, string>()
  for (const [name, value] of fields) {
    // Another name for the preset, which older clients send and the provider ignores.
    if (name === "style") continue
    const fits = Object.hasOwn(listed, name) ? listed[name] : undefined
    if (!fits || read.has(name)) return err({ kind: "refused", reason: "unknown-field", param: name.slice(0, 64) })
    if (!fits(value)) return err({ kind: "invalid-request", message: `${name}: cannot be taken`, param: name })
    read.set(name, value)
  }
  if (!read.has("prompt")) return err({ kind: "invalid-request", message: "prompt: is missing", param: "prompt" })
  return ok([...read])
}
