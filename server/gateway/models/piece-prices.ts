import { takesForm } from "#core/imagegen/drawing-request.ts"
import { fitPicture } from "#core/imagegen/fit-image-body.ts"
import { anyPicture, editedPicture } from "#core/ledger/picture-price.ts"
import type { ImagePrices } from "#core/ledger/price.ts"
import type { NativeCall } from "#core/providers/client-api.ts"
import { homeProvider, type ProviderId } from "#core/providers/registry.ts"
import { serviceOf } from "#core/providers/stability/generate-request.ts"
import type { PriceBook } from "../../ledger/price-book.ts"
import type { ModelCatalogue, OfferedModel } from "./model-catalogue.ts"

/** The unit of a call that is priced by the piece: pictures of a size and quality, characters to be read aloud, or seconds to be written down. */
export type Pieces = NonNullable<NativeCall["pieces"]>

/** The rates of a model whose output is pieces, but for the output. */
export const noRates = { inputPerMillion: 0, cachedPerMillion: 0, cacheWritePerMillion: 0, outputPerMillion: 0 }

/** The price name of a picture ("1024x1024 standard") in the words of the model that makes it. */
export function pictureOf(model: string, as: string): string {
  const [size, quality] = as.split(" ")
  if (size === undefined || quality === undefined) return as
  const picture = fitPicture({ size, quality }, model)
  return `${picture.size} ${picture.quality}`
}

/** The model that answers a name where pieces are asked for: the operator's alias, the model itself, or what follows it. */
export function calledForPieces(
  catalogue: Pick<ModelCatalogue, "aliasOf" | "findPieces" | "follow" | "retired">,
  asked: { readonly name: string; readonly provider: ProviderId },
  pieces: Pieces,
  takesDearer: boolean,
): OfferedModel | undefined {
  const { name, provider = asked.provider } = catalogue.aliasOf(asked.name) ?? asked
  const isDrawnElsewhere = pieces.by === "picture" && asked.provider === homeProvider && takesForm(provider)
  if (provider !== asked.provider && !isDrawnElsewhere) return undefined
  const found = catalogue.findPieces(name, provider, pieces)
  const retired = found === undefined ? catalogue.retired(name, provider) : undefined
  if (found !== undefined || retired === undefined) return found
  const isNear = (model: OfferedModel) => model.provider === provider && model.name !== name
  const { next, dearer } = catalogue.follow(retired, isNear, { pieces })
  return next ?? (takesDearer ? dearer : undefined)
}

/** The same picture in lower qualities, the best first. */
export function lesserPictures(model: string, as: string): readonly string[] {
  const [size = "", quality = ""] = pictureOf(model, as).split(" ")
  const at = gptImageQualities.indexOf(quality)
  return at <= 0
    ? []
    : gptImageQualities
        .slice(0, at)
        .toReversed()
        .map((lower) => `${size} ${lower}`)
}

/** Lowest first. */
const gptImageQualities: readonly string[] = ["low", "medium", "high", "xhigh", "max"]

/**
 * The prices of a model's pictures. Those of Stability's services were set under their short names ("core") before the
 * catalogue knew them; such a price is the operator's own, and goes first.
 */
export function picturePrices(prices: PriceBook, provider: ProviderId, name: string): ImagePrices {
  const { [editedPicture]: _edited, ...made } = allPicturePrices(prices, provider, name)
  return made
}

function allPicturePrices(prices: PriceBook, provider: ProviderId, name: string): ImagePrices {
  const service = serviceOf(name)
  return (service && prices.imagePricesFor(provider, service)) ?? prices.imagePricesFor(provider, name) ?? {}
}

/**
 * The price of one piece, in micro-reais a million; undefined where it has none. Of a picture that is made of others, theirs are
 * in it.
 */
export function priceOfPiece(
  prices: PriceBook,
  { name, provider }: { readonly name: string; readonly provider: ProviderId },
  { by, as, edited = 0 }: Pieces,
): number | undefined {
  if (by === "speech") return prices.speechPriceFor(provider, name)
  if (by === "transcription") return prices.transcriptionPriceFor(provider, name)
  const { [editedPicture]: perEdited, ...pictures } = allPicturePrices(prices, provider, name)
  const picture = pictureOf(name, as)
  const made = Object.hasOwn(pictures, picture) ? pictures[picture] : pictures[anyPicture]
  if (made === undefined || edited === 0) return made
  return perEdited === undefined ? undefined : made + edited * perEdited
}
