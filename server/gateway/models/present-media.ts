import { askedImageQualities, askedImageSizes } from "#core/imagegen/image-choices.ts"
import { takesForm } from "#core/imagegen/drawing-request.ts"
import { anyPicture } from "#core/ledger/picture-price.ts"
import { priceOfUnits } from "#core/ledger/price.ts"
import { microReais, toReais } from "#core/lib/micro-reais.ts"
import type { ModelRow } from "#core/models/model-row.ts"
import { type ProviderId, providerNames } from "#core/providers/registry.ts"
import type { ModelCatalogue, OfferedModel } from "./model-catalogue.ts"
import { calledForPieces, pictureOf, type Pieces } from "./piece-prices.ts"

interface Showing {
  /** The pretend model answers: what follows a model may be dearer. */
  readonly pretend: boolean
  readonly isReached: (row: ModelRow) => boolean
}

const mediaKinds = ["image", "speech", "transcription"] as const
type MediaKind = (typeof mediaKinds)[number]

/** A name under which pictures, speech or transcripts may be asked for. */
interface Named {
  readonly name: string
  readonly displayName: string
  readonly provider: ProviderId
  readonly kind: MediaKind
}

/**
 * Presents the models that are priced by the piece (`media` of `POST /api/config`): for each name that may be asked for,
 * what it is called with and what that costs, in reais; where it has no price, the command that sets one.
 */
export function presentMedia(catalogue: ModelCatalogue, showing: Showing) {
  const names = namesOf(catalogue, showing)
  const ofKind = (kind: MediaKind) => names.filter((one) => one.kind === kind)
  return {
    images: ofKind("image").flatMap((one) => presentImages(one, catalogue, showing)),
    speech: ofKind("speech").flatMap((one) =>
      presentRate(one, catalogue, showing, { by: "speech", field: "perMillion", units: 1_000_000 }),
    ),
    transcription: ofKind("transcription").flatMap((one) =>
      presentRate(one, catalogue, showing, { by: "transcription", field: "perMinute", units: 60 }),
    ),
  }
}

/** Models of media that are reached, those that went and are followed, and the operator's aliases for any of them. */
function namesOf(catalogue: ModelCatalogue, { isReached }: Showing): readonly Named[] {
  const rows = catalogue.rows.flatMap((row) => {
    const kind = mediaKinds.find((one) => one === row.kind)
    if (kind === undefined || row.unreached !== undefined || !isReached(row)) return []
    return [{ name: row.id, displayName: row.name, provider: row.provider, kind }]
  })
  const aliases = catalogue.aliases.flatMap(({ asked }): readonly Named[] => {
    const target = catalogue.aliasOf(asked)
    const called = rows.find(
      ({ name, provider }) => name === target?.name && (target.provider ?? provider) === provider,
    )
    const isKnown = rows.some(({ name, provider }) => name === asked && provider === called?.provider)
    return called === undefined || isKnown ? [] : [{ ...called, name: asked }]
  })
  return [...rows, ...aliases]
}

/** A model as the page is told of it; amounts in reais. */
interface PresentedOffer {
  readonly provider: string
  readonly model: string
  readonly displayName: string
  readonly calledAs?: string
  readonly enableWith?: string
  readonly prices?: Readonly<Record<string, number>>
  readonly perMillion?: number
  readonly perMinute?: number
}

function presentImages(one: Named, catalogue: ModelCatalogue, showing: Showing): readonly PresentedOffer[] {
  const called = (as: string) => calledForPieces(catalogue, one, { by: "picture", as }, showing.pretend)
  const whole = takesForm(one.provider) ? called(anyPicture) : undefined
  const seen = new Set<string>()
  const prices = whole
    ? [[anyPicture, eachOf(whole), whole.name] as const]
    : pictureNames.flatMap((as): readonly (readonly [as: string, each: number, called: string])[] => {
        const model = called(as)
        // Two names of one picture are told once, under the first.
        const made = model && `${model.name} ${model.picture ?? pictureOf(model.name, as)}`
        if (model === undefined || made === undefined || seen.has(made)) return []
        seen.add(made)
        return [[as, eachOf(model), model.name] as const]
      })
  const [first] = prices
  const gone = catalogue.retired(one.name, one.provider) !== undefined
  if (first === undefined) return gone ? [] : [{ ...presentName(one), enableWith: commandFor(one) }]
  const [, , calledAs] = first
  return [
    {
      ...presentName(one),
      ...(calledAs !== one.name && { calledAs }),
      prices: Object.fromEntries(prices.map(([as, each]) => [as, each])),
    },
  ]
}

/** The pictures of the images API that have a fixed size and quality; the names of dall-e-3's qualities go first. */
const pictureNames: readonly string[] = (["standard", "hd", "low", "medium", "high"] as const)
  .filter((quality) => askedImageQualities.includes(quality))
  .flatMap((quality) => askedImageSizes.filter((size) => size !== "auto").map((size) => `${size} ${quality}`))

/** A model with one rate. `units`: how many of them the told price is for. */
function presentRate(
  one: Named,
  catalogue: ModelCatalogue,
  { pretend }: Showing,
  {
    by,
    field,
    units,
  }: {
    readonly by: Pieces["by"]
    readonly field: "perMillion" | "perMinute"
    readonly units: number
  },
): readonly PresentedOffer[] {
  const called = calledForPieces(catalogue, one, { by, as: "" }, pretend)
  if (called === undefined) {
    const gone = catalogue.retired(one.name, one.provider) !== undefined
    return gone ? [] : [{ ...presentName(one), enableWith: commandFor(one) }]
  }
  return [
    {
      ...presentName(one),
      ...(called.name !== one.name && { calledAs: called.name }),
      [field]: toReais(priceOfUnits(units, called.price.outputPerMillion)),
    },
  ]
}

function presentName({ name, displayName, provider }: Named) {
  return { provider: providerNames[provider], model: name, displayName }
}

function eachOf({ price }: OfferedModel): number {
  return toReais(microReais(priceOfUnits(1, price.outputPerMillion)))
}

function commandFor({ name, provider, kind }: Named): string {
  return `npm run admin -- prices set ${provider} ${name} --${options[kind]} USD`
}

const options: Readonly<Record<MediaKind & ModelRow["kind"], string>> = {
  image: "picture",
  speech: "speech",
  transcription: "transcription",
}
