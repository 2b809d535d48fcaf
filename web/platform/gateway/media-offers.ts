import { isObject, type JsonObject } from "#core/lib/fields.ts"
import { fromReais, type MicroReais } from "#core/lib/micro-reais.ts"
import type { ServerConfig } from "./server-config.ts"

/** A model that makes pictures, speech or transcripts, as the server offers it. */
export interface MediaOffer {
  /** The provider's name. */
  readonly provider: string
  /** The name it is asked for by. */
  readonly model: string
  readonly displayName: string
  /** The model that is called in its place: the operator's alias, or what follows it. */
  readonly calledAs?: string
  /** It has no price; this command sets one. Only operators can use it. */
  readonly enableWith?: string
}

export interface ImageOffer extends MediaOffer {
  /** By size and quality ("1024x1024 standard"), or "any"; empty where it has no price. */
  readonly prices: Readonly<Record<string, MicroReais>>
}

export interface SpeechOffer extends MediaOffer {
  /** Of a million characters; absent where it has no price. */
  readonly perMillion?: MicroReais
}

export interface TranscriptionOffer extends MediaOffer {
  /** Absent where it has no price. */
  readonly perMinute?: MicroReais
}

export interface MediaOffers {
  readonly images: readonly ImageOffer[]
  readonly speech: readonly SpeechOffer[]
  /** Edge's voices are offered. */
  readonly edge: boolean
  readonly transcription: readonly TranscriptionOffer[]
}

/** Reads `media` of the configuration field by field, where it is shown; an older server reports none. */
export function mediaOffers({ media }: Pick<ServerConfig, "media">): MediaOffers {
  const told = isObject(media) ? media : {}
  return {
    images: offersIn(told["images"]).map(([offer, json]) => ({ ...offer, prices: pricesIn(json["prices"]) })),
    speech: offersIn(told["speech"]).map(([offer, json]) => ({ ...offer, ...amount("perMillion", json) })),
    edge: told["edge"] === true,
    transcription: offersIn(told["transcription"]).map(([offer, json]) => ({ ...offer, ...amount("perMinute", json) })),
  }
}

/** The price of a picture; undefined where it has none. */
export function priceOfPicture({ prices }: ImageOffer, size: string, quality: string): MicroReais | undefined {
  return prices[`${size} ${quality}`] ?? prices["any"]
}

/** The price of a picture that a chat's model makes; undefined where it makes none, or has no price. */
export function priceOfAnswer(
  config: Pick<ServerConfig, "media">,
  { model, providerName }: { readonly model: string; readonly providerName: string },
  { size, quality }: { readonly size: string; readonly quality: string },
): MicroReais | undefined {
  const { images } = mediaOffers(config)
  const offer = images.find((one) => one.model === model && one.provider === providerName)
  return offer && priceOfPicture(offer, size, quality)
}

function offersIn(list: unknown): readonly (readonly [MediaOffer, JsonObject])[] {
  if (!Array.isArray(list)) return []
  return list.flatMap((json: unknown) => {
    if (!isObject(json)) return []
    const { provider, model, displayName, calledAs, enableWith } = json
    if (typeof provider !== "string" || typeof model !== "string" || model === "") return []
    const offer: MediaOffer = {
      provider,
      model,
      displayName: typeof displayName === "string" && displayName !== "" ? displayName : model,
      ...(typeof calledAs === "string" && calledAs !== "" && { calledAs }),
      ...(typeof enableWith === "string" && { enableWith }),
    }
    return [[offer, json] as const]
  })
}

function pricesIn(json: unknown): ImageOffer["prices"] {
  const prices = Object.create(null) as Record<string, MicroReais>
  if (!isObject(json)) return prices
  for (const [name, reais] of Object.entries(json)) if (isAmount(reais)) prices[name] = fromReais(reais)
  return prices
}

function amount<Name extends string>(name: Name, json: JsonObject): { readonly [Key in Name]?: MicroReais } {
  const reais = json[name]
  return isAmount(reais) ? ({ [name]: fromReais(reais) } as { readonly [Key in Name]?: MicroReais }) : {}
}

function isAmount(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value) && value >= 0
}
