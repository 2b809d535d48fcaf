import type { AbilityPatch } from "#core/gateway/ability-patch.ts"
import type { PriceRow } from "#core/ledger/price.ts"
import type { OfferedModel } from "./model-catalogue.ts"

/** Findings about models from calls; the catalogue's owner listens. */
export interface ModelNews {
  /**
   * A provider said that it has no such model. `keysTold`: how many of the operator's keys it said so to recently.
   * `isConfirmed`: another key or another model has answered since. Returns whether the model now counts as gone, here or everywhere.
   */
  refused(model: OfferedModel, refusal: { readonly keysTold: number; readonly isConfirmed: boolean }): boolean
  /** A call was answered after `patch` had been applied to what the model is known to accept. */
  learned(model: OfferedModel, patch: AbilityPatch): void
  /** A provider's answer names another model. Returns that model with its price at the version that the call is priced at, where both are known. */
  rerouted(model: OfferedModel, answered: string): Rerouted | undefined
}

/** A model a provider answered with unasked, and its price. */
export interface Rerouted {
  readonly model: string
  readonly price: PriceRow
}
