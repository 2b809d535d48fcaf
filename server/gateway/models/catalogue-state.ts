import type { AbilityPatch } from "#core/gateway/ability-patch.ts"
import type { RowFields } from "#core/models/merge-rows.ts"
import type { ProviderId } from "#core/providers/registry.ts"

/** The database's data about models, on top of the shipped catalogue. All servers read the same. */
export interface CatalogueState {
  /** Rises with every change. */
  readonly version: number
  /** Every row on top of the shipped ones, what wins last. */
  readonly rows: readonly RowFields[]
  /** Those of them that the operator decided, not a provider's list. */
  readonly own: readonly RowFields[]
  readonly aliases: readonly Alias[]
  readonly findings: readonly Finding[]
}

/** The operator's decision that one name is answered by another model. */
export interface Alias {
  /** A name, of whichever provider. */
  readonly asked: string
  /** A name, or `name@Provider`. */
  readonly called: string
}

/** A finding of the servers about a model, from calling its provider. */
export interface Finding {
  readonly provider: ProviderId
  readonly id: string
  /** It is switched off: since when it is known (epoch ms), and how it was noticed. `false`: an operator revived it. */
  readonly gone?: { readonly at: number; readonly why: string } | false
  /** Whether the provider's own list of models has it; absent: the list was not read, or says nothing of that. */
  readonly listed?: boolean
  /** The day the provider's own list announces, `YYYY-MM-DD`; null: it announces none. */
  readonly off?: string | null
  /** The patch learned from refusals, and its time (epoch ms). */
  readonly learned?: { readonly patch: AbilityPatch; readonly at: number }
}

/** Where that state is kept. */
export interface CatalogueStore {
  read(): Promise<CatalogueState>
  /** The version alone: cheap enough to look at every second. */
  version(): Promise<number>
  putRow(row: RowFields): Promise<void>
  removeRow(provider: ProviderId, id: string): Promise<void>
  putAlias(alias: Alias): Promise<void>
  removeAlias(asked: string): Promise<void>
  /** Merges fields into the findings of models; an undefined field stays as it was. */
  note(findings: readonly Finding[]): Promise<void>
  /** Keeps the prices of a version, so that whatever was held with it can be charged by it (`content`: JSON). */
  keepPrices(version: string, content: string): Promise<void>
  pricesOf(version: string): Promise<string | undefined>
}
