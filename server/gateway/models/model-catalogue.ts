import type { ModelAbilities } from "#core/gateway/model-abilities.ts"
import type { PriceRow } from "#core/ledger/price.ts"
import type { Following } from "#core/models/follow.ts"
import { modelKey, type ModelRow } from "#core/models/model-row.ts"
import type { Role } from "#core/models/roles.ts"
import type { NativeCall } from "#core/providers/client-api.ts"
import type { ProviderId } from "#core/providers/registry.ts"
import type { Alias } from "./catalogue-state.ts"

/** A model this server lets people use: known, allowed by the operator, completely priced and not switched off. */
export interface OfferedModel {
  readonly name: string
  readonly displayName: string
  readonly provider: ProviderId
  /** The name that the provider is sent: the model's, or the deployment an operator gave it (`name@Azure=deployment`). */
  readonly askedAs: string
  readonly price: PriceRow
  /** Of the prices this one was read from; every hold keeps it. */
  readonly priceVersion: string
  /** Shown in lists; the model of titles and summaries need not be. */
  readonly listed: boolean
  readonly abilities: ModelAbilities
  /** Tokens for the same text, as a share of what its maker's earlier models counted. */
  readonly tokensPerText: number
  /** Its row in the catalogue; absent: nothing is known of it but its name and price. */
  readonly row?: ModelRow
  /** The day its provider has announced to switch it off, `YYYY-MM-DD`. */
  readonly off?: string
  /** The name a caller asked for, where this model is called in its place. */
  readonly asked?: string
  /** The model that was switched off and that this one stands in for. */
  readonly standsFor?: RetiredModel
  /** The caller asks for one dated version of it. Nobody vouches that there is such a version. */
  readonly isSnapshot?: true
  /** The size and quality ("1024x1024 low") a picture is made in, where the asked one would cost more. */
  readonly picture?: string
}

/** A model that is listed and cannot be used, with what the operator can do about it. */
export interface DisabledModel {
  readonly name: string
  readonly displayName: string
  readonly provider: ProviderId
  /** The command that sets its price. */
  readonly command: string
}

/** A model that was switched off. */
export interface RetiredModel {
  readonly name: string
  readonly displayName: string
  readonly provider: ProviderId
  readonly row: ModelRow
  readonly price?: PriceRow
  /** The day it went, `YYYY-MM-DD`, as far as it is known. */
  readonly since?: string
}

export interface ModelName {
  readonly name: string
  readonly provider: ProviderId | undefined
}

export interface ModelCatalogue {
  /** By its name, or what the provider is asked for; the first of several providers where none is named. */
  find(name: string, provider?: ProviderId): OfferedModel | undefined
  /** A model of that name that was switched off. */
  retired(name: string, provider?: ProviderId): RetiredModel | undefined
  /** The successor of a retired model, among the models that `suits` allows. */
  follow(
    retired: RetiredModel,
    suits: (model: OfferedModel) => boolean,
    call?: { readonly promptTokens?: number; readonly pieces?: NativeCall["pieces"] | undefined },
  ): Following<OfferedModel>
  /** The last price of a retired model; by the piece, where one is asked for. */
  priceOfRetired(retired: RetiredModel, pieces: NativeCall["pieces"]): PriceRow | undefined
  /** The name the operator wants to be called where this one is asked for, at the end of all aliases. */
  aliasOf(name: string): ModelName | undefined
  /** The price of a model, offered or not: answers of yesterday are still to be charged. */
  priceOf(name: string, provider: ProviderId | undefined): PriceRow | undefined
  /** A model that is priced by the piece; undefined where it has no price or is gone. */
  findPieces(name: string, provider: ProviderId, pieces: NonNullable<NativeCall["pieces"]>): OfferedModel | undefined
  /** The model is known, and disabled for want of a price. */
  disabled(name: string, provider?: ProviderId): DisabledModel | undefined
  /** Listed models a tier may use, in their order. */
  forTier(tier: "premium" | "free"): readonly OfferedModel[]
  /** Who plays a role today; undefined where nobody can. */
  role(role: Role): OfferedModel | undefined
  /** Everybody who could play it, the first choice first. */
  candidatesFor(role: Role): readonly OfferedModel[]
  /** Who writes titles and summaries beside a provider's models: who plays that role, else the provider's cheapest. */
  auxiliaryModel(provider: ProviderId): OfferedModel | undefined
  /** The row of a name a provider uses, a snapshot's included, whether the model is offered or not. */
  rowNamed(name: string, provider: ProviderId): ModelRow | undefined
  /** The known abilities of a model. */
  abilitiesOf(name: string, provider: ProviderId): ModelAbilities
  /** Every row, with the operator's fields in it. */
  readonly rows: readonly ModelRow[]
  readonly retiredModels: readonly RetiredModel[]
  readonly aliases: readonly Alias[]
  readonly unpriced: readonly DisabledModel[]
  /** Models that are not offered, with what the operator can do about it. */
  readonly missing: readonly string[]
  /** The operator's settings about models that have no effect, a sentence each. */
  readonly warnings: readonly string[]
}

/** A model, as far as it is compared with another that may follow it. */
export function comparable(
  model: Pick<OfferedModel, "name" | "provider" | "row"> & Partial<Pick<OfferedModel, "price">>,
) {
  const tokensPerText = model.row?.tokensPerText ?? 1
  return { key: modelKey(model.provider, model.name), gone: false, successors: [], price: model.price, tokensPerText }
}

/** The names of the models that a tier may use, each once. */
export function namesFor(catalogue: Pick<ModelCatalogue, "forTier">, tier: "premium" | "free"): readonly string[] {
  return [...new Set(catalogue.forTier(tier).map(({ name }) => name))]
}
