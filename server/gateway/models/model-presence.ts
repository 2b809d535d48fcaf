import type { RowFields } from "#core/models/merge-rows.ts"
import type { ModelRow } from "#core/models/model-row.ts"
import { type ProviderId, providerIds } from "#core/providers/registry.ts"
import { type Config, isAtHome } from "../../config.ts"
import type { Finding } from "./catalogue-state.ts"

/** What is known of a model's life from everywhere. */
export interface Presence {
  readonly row: ModelRow
  /** The operator's own fields of it. */
  readonly own?: RowFields | undefined
  /** What servers found out by asking its provider. */
  readonly finding?: Finding | undefined
}

/** Whether a provider's models can be used at all: it has a key, or the pretend model answers in its name. */
export function isReached(config: Config, provider: ProviderId): boolean {
  if (config.providers[provider].keys.length > 0) return config.providers[provider].baseUrl !== undefined
  return provider === "openai" && pretends(config)
}

/** Whether the pretend model answers. */
export function pretends({ pretendModel, providers }: Config): boolean {
  return pretendModel === "on" || (pretendModel === "auto" && providerIds.every((id) => providers[id].keys.length === 0))
}

/**
 * Whether a model is switched off. The operator has the last word, then what was found by asking; what the program's own
 * catalogue says counts at the provider's own address only: a compatible server may serve the same name for ever.
 */
export function isGone(config: Config, { row, own, finding }: Presence): boolean {
  if (own?.life?.gone !== undefined) return own.life.gone
  if (finding?.gone !== undefined) return finding.gone !== false
  if (finding?.listed !== undefined) return !finding.listed
  return row.life?.gone === true && isByTheBook(config, row.provider)
}

/** The day a model is announced to go, `YYYY-MM-DD`: by the operator, by its provider's own list, by the catalogue. */
export function offDay({ row, own, finding }: Presence): string | undefined {
  const said = own?.life?.off !== undefined ? own.life.off : finding?.off !== undefined ? finding.off : row.life?.off
  return said ?? undefined
}

/** The same, as far as it concerns this server: a date of the catalogue is one of the provider's own address. */
export function offDayHere(config: Config, presence: Presence): string | undefined {
  const { row, own, finding } = presence
  const isHere = own?.life?.off !== undefined || finding?.off !== undefined || isByTheBook(config, row.provider)
  return isHere ? offDay(presence) : undefined
}

/** The day a model that is gone went, as far as it is known. */
export function sinceDay(presence: Presence): string | undefined {
  const { gone } = presence.finding ?? {}
  const seen = gone ? new Date(gone.at).toISOString().slice(0, 10) : undefined
  const announced = offDay(presence)
  // The announced day is what people were told; a refusal before it is earlier news.
  return announced !== undefined && (seen === undefined || announced <= seen) ? announced : seen
}

/** The catalogue's dates are those of the provider's own address; the demonstration lives by them, too. */
function isByTheBook(config: Config, provider: ProviderId): boolean {
  return isAtHome(config, provider) || (provider === "openai" && pretends(config))
}
