import type { AbilityPatch } from "#core/gateway/ability-patch.ts"
import type { PriceRow } from "#core/ledger/price.ts"
import type { OfferedModel } from "./model-catalogue.ts"

/** Findings about models from calls; the catalogue's owner listens. */
export interface ModelNews {
  /**
   * A provider said that it has no such model; so many of the operator's keys were told so of late. `isConfirmed`: another key
   * or another model has answered since. Answers whether the model is taken for one that is gone, here or for everyone.
   */
  refused(model: OfferedModel, refusal: { readonly keysTold: number; readonly isConfirmed: boolean }): boolean
  /** A call was answered after it had been made to fit, as this says. */
  learned(model: OfferedModel, patch: AbilityPatch): void
  /** A provider's answer bears another name: the other model and its price, where it is one that is known and priced. */
  rerouted(model: OfferedModel, answered: string): Rerouted | undefined
}

/** A model a provider answered with unasked, and its price. */
export interface Rerouted {
  readonly model: string
  readonly price: PriceRow
}
