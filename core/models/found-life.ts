import type { RowFields } from "./merge-rows.ts"
import type { Life, ModelRow } from "./model-row.ts"

/** What was found out of a model's life by asking its provider, and what an operator decided. */
export interface Found {
  /** Since when it is known to be switched off (epoch ms), and how; `false`: an operator revived it. */
  readonly gone?: { readonly at: number; readonly why: string } | false
  /** Whether the provider's own list of models has it; absent: the list was not read, or says nothing of that. */
  readonly listed?: boolean
  /** The day the provider's own list announces; null: it announces none. */
  readonly off?: string | null
}

/** Everything that is known of a model. */
export interface Known {
  readonly row: Pick<ModelRow, "life">
  /** The operator's own fields of it. */
  readonly own?: RowFields | undefined
  readonly found?: Found | undefined
}

/** What is known of a model's end. */
export interface KnownLife extends Pick<Life, "off"> {
  readonly gone: boolean
  /** How it was noticed, where that was not read at a source. */
  readonly why?: string
}

/**
 * A model's end: the operator has the last word, then what was found by asking. What the catalogue itself says is gone was
 * read of the provider, so it does not count at another address (`isHome` false): a compatible server may serve a model for
 * ever. A date only warns.
 */
export function knownLife({ row, own, found = {} }: Known, isHome: boolean): KnownLife {
  const off = own?.life?.off !== undefined ? own.life.off : found.off !== undefined ? found.off : row.life?.off
  if (own?.life?.gone !== undefined) return { off, gone: own.life.gone }
  if (found.gone === false) return { off, gone: false }
  if (found.gone !== undefined) return { off, gone: true, why: found.gone.why }
  if (found.listed === false) return { off, gone: true, why: "it is not in its provider's own list" }
  return { off, gone: found.listed === undefined && row.life?.gone === true && isHome }
}
