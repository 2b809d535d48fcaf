import type { Life, ModelRow } from "./model-row.ts"

/** What was found out of a model's life by asking its provider, and what an operator decided. */
export interface Found {
  /** Since when it is known to be switched off (epoch ms), and how; `false`: an operator revived it. */
  readonly gone?: { readonly at: number; readonly why: string } | false
  /** The day the provider's own list announces; null: it announces none. */
  readonly off?: string | null
}

/** What is known of a model's end. */
export interface KnownLife extends Pick<Life, "off"> {
  readonly gone: boolean
  /** How it was noticed, where that was not read at a source. */
  readonly why?: string
}

/**
 * A model's end by its row and by what was found. A row's own `gone` was read of the provider itself, so it does not count
 * at another address (`isHome` false): a compatible server may serve a model for ever.
 */
export function knownLife({ life = {} }: Pick<ModelRow, "life">, found: Found | undefined, isHome: boolean): KnownLife {
  const off = found?.off === undefined ? life.off : (found.off ?? undefined)
  const gone = found?.gone ?? (life.gone === true && isHome)
  return { off, gone: gone !== false, ...(typeof gone === "object" ? { why: gone.why } : {}) }
}
