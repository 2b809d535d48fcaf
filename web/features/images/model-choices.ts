import { ownProvidersInUse } from "#core/access/own-access.ts"
import { drawingProviders, type Drawing, type DrawingParams, type DrawingProvider } from "#core/imagegen/drawing.ts"
import { pricedAs } from "#core/imagegen/drawing-request.ts"
import type { MicroReais } from "#core/lib/micro-reais.ts"
import { manifestOf, providerNamed, providerNames } from "#core/providers/registry.ts"
import { sd3Models, stabilityModels } from "#core/providers/stability/generate-request.ts"
import { mediaOffers, priceOfPicture, type ImageOffer } from "../../platform/gateway/media-offers.ts"
import type { AccessState } from "../../state/access-store.ts"
import { mayUseMedia } from "../../state/may-use-media.ts"

/** A model of the form, with the offers behind it: one, or of Stable Diffusion 3 one for each version. */
export interface ModelChoice {
  /** `provider:model`. */
  readonly id: string
  readonly provider: DrawingProvider
  readonly model: string
  readonly text: string
  readonly versions: readonly { readonly version: string; readonly text: string }[]
  readonly offers: readonly ImageOffer[]
  /** The user's own key pays: there is no price of ours. */
  readonly isOwn: boolean
}

/** The models to choose from: Stability's services, then what else the server offers. */
export function modelChoices({ config, own }: Pick<AccessState, "config" | "own">): readonly ModelChoice[] {
  const { images } = mediaOffers(config)
  const ownProviders = config.hideUserApiKey ? [] : ownProvidersInUse(own)
  const priced = images.filter(({ prices }) => Object.keys(prices).length > 0)
  const stability = priced.filter(({ provider }) => provider === providerNames.stability)
  const isOwnStability = ownProviders.includes("stability")
  const services = stabilityModels.flatMap((service): readonly ModelChoice[] => {
    const model = service === "sd3" ? "sd3" : `stable-image-${service}`
    const isIt = ({ model: name }: ImageOffer) =>
      service === "sd3" ? sd3Models.some((known) => known === name) : name === model
    const offers = stability.filter(isIt)
    if (offers.length === 0 && !isOwnStability) return []
    const text =
      service === "sd3" ? "Stable Diffusion 3" : service === "ultra" ? "Stable Image Ultra" : "Stable Image Core"
    const versions = isOwnStability
      ? sd3Models.map((version) => ({ version, text: version }))
      : offers.map((offer) => ({ version: offer.model, text: offer.displayName }))
    return [
      {
        id: `stability:${model}`,
        provider: "stability",
        model,
        text,
        versions: service === "sd3" ? versions : [],
        offers,
        isOwn: isOwnStability,
      },
    ]
  })
  const others = priced.flatMap((offer): readonly ModelChoice[] => {
    const provider = drawingProviders.find(
      (one) => one === providerNamed(offer.provider) && manifestOf[one].pictures === "images-api",
    )
    if (provider === undefined) return []
    const { model, displayName: text } = offer
    const isOwn = ownProviders.includes(provider)
    return [{ id: `${provider}:${model}`, provider, model, text, versions: [], offers: [offer], isOwn }]
  })
  return [...services, ...others]
}

/** What a picture costs; undefined where it has no price here. */
export function priceOf(
  { offers }: ModelChoice,
  drawing: Pick<Drawing, "model" | "version">,
  { size = "", quality = "" }: Pick<DrawingParams, "size" | "quality">,
): MicroReais | undefined {
  const offer = offers.find(({ model }) => model === pricedAs(drawing))
  return offer && priceOfPicture(offer, size, quality)
}

/** The sizes and qualities that have a price, in the order in which they are offered. */
export function pricedSizes({ offers: [offer] }: ModelChoice): {
  readonly sizes: readonly string[]
  readonly qualitiesOf: (size: string) => readonly string[]
} {
  const names = Object.keys(offer?.prices ?? {}).map((name) => name.split(" "))
  return {
    sizes: [...new Set(names.map(([size = ""]) => size))],
    qualitiesOf: (size) => names.flatMap(([of, quality]) => (of === size && quality !== undefined ? [quality] : [])),
  }
}

/** Whether this user may ask for a picture of a model: with credits, with a key of their own, or in the demonstration. */
export function mayDraw(state: AccessState, choice: ModelChoice | undefined): boolean {
  return choice?.isOwn === true || mayUseMedia(state)
}
