import type { Failure } from "../gateway/failure.ts"
import type { Result } from "../lib/result.ts"
import type { Credentials, HttpShape } from "../providers/adapter.ts"
import { object, oneOf, optional, type Read, readBody, text } from "../providers/call-body.ts"
import { bearer, jsonShape } from "../providers/http-shape.ts"
import {
  askedImageQualities,
  askedImageSizes,
  imageDefaults,
  imageStyles,
  type ImageQuality,
  type ImageSize,
  type ImageStyle,
} from "./image-choices.ts"

/** A picture, as dall-e-3 makes it. */
export interface ImageRequest {
  readonly model: string
  readonly prompt: string
  readonly size?: ImageSize | undefined
  readonly quality?: ImageQuality | undefined
  readonly style?: ImageStyle | undefined
}

export const imagePath = "/v1/images/generations"

/** The body of the page's picture call: always all seven fields. */
export interface ImageBody {
  readonly model: string
  readonly prompt: string
  readonly response_format: "b64_json"
  readonly n: 1
  readonly size: ImageSize
  readonly quality: ImageQuality
  readonly style: ImageStyle
}

export function encodeImage(request: ImageRequest, { apiKey }: Credentials): HttpShape {
  return jsonShape(imagePath, encodeImageBody(request), false, bearer(apiKey))
}

export function encodeImageBody({ model, prompt, size, quality, style }: ImageRequest): ImageBody {
  return {
    model,
    prompt,
    response_format: "b64_json",
    n: 1,
    size: size ?? imageDefaults.size,
    quality: quality ?? imageDefaults.quality,
    style: style ?? imageDefaults.style,
  }
}

const imageBody = object(
  {
    model: text({ least: 1, most: 128 }),
    prompt: text({ least: 1, most: 4_000 }),
    n: optional(oneOf(1)),
    size: optional(oneOf(...askedImageSizes)),
    quality: optional(oneOf(...askedImageQualities)),
    style: optional(oneOf(...imageStyles)),
    response_format: optional(oneOf("url", "b64_json")),
    user: optional(text({ most: 512 })),
  },
  "refuse",
)
/** A call for a picture as a client of the images API makes it. */
export type ImageCall = Read<typeof imageBody>

/** Reads such a call. An unlisted field is refused, because it could cost more than a picture does. */
export function readImageCall(json: unknown): Result<ImageCall, Failure> {
  return readBody(json, imageBody)
}
