import type { RowFields } from "./merge-rows.ts"
import type { Life, ModelRow } from "./model-row.ts"

/** Findings about a model's end: from asking its provider, or from an operator's decision. */
export interface Found {
  /** Since when it is known to be switched off (epoch ms), and the reason; `false`: an operator revived it. */
  readonly gone?: { readonly at: number; readonly why: string } | false
  /** Whether the provider's own list contains it; absent: the list was not read, or does not tell. */
  readonly listed?: boolean
  /** The day the provider's own list announces; null: it announces none. */
  readonly off?: string | null
}

/** All sources about a model's end. */
export interface Known {
  readonly row: Pick<ModelRow, "life">
  /** The operator's own fields of it. */
  readonly own?: RowFields | undefined
  readonly found?: Found | undefined
}

/** The resulting knowledge about a model's end. */
export interface KnownLife extends Pick<Life, "off"> {
  readonly gone: boolean
  /** How the end was noticed, where no source documents it. */
  readonly why?: string
}

/**
 * Decides whether and when a model ends: the operator has the last word, then come the findings. An end in the shipped
 * catalogue was read at the provider, so it does not count at another address (`isHome` false): a compatible server may
 * serve a model for ever. A date alone only warns.
 */
export function knownLife({ row, own, found = {} }: Known, isHome: boolean): KnownLife {
  const off = own?.life?.off !== undefined ? own.life.off : found.off !== undefined ? found.off : row.life?.off
  if (own?.life?.gone !== undefined) return { off, gone: own.life.gone }
  if (found.gone === false) return { off, gone: false }
  if (found.gone !== undefined) return { off, gone: true, why: found.gone.why }
  if (found.listed === false) return { off, gone: true, why: "it is not in its provider's own list" }
  return { off, gone: found.listed === undefined && row.life?.gone === true && isHome }
}
