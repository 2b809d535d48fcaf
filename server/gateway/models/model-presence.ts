import { utcDay } from "#core/lib/days.ts"
import { type Known, type KnownLife, knownLife } from "#core/models/found-life.ts"
import { mergeRows } from "#core/models/merge-rows.ts"
import { modelKey, type ModelRow } from "#core/models/model-row.ts"
import { homeProvider, type ProviderId } from "#core/providers/registry.ts"
import { edgeModel } from "#core/speech/speech-choices.ts"
import type { Config } from "../../config.ts"
import { isAtHome } from "../../provider-settings.ts"
import { isPretend } from "../providers/pretends.ts"
import type { CatalogueState, Finding } from "./catalogue-state.ts"

/** Everything known about a model, from all sources. */
export interface Presence extends Known {
  readonly row: ModelRow
  /** Found out from the replies of its provider. */
  readonly found?: Finding | undefined
}

/** Whether a provider's models can be used at all: it has a key, or the pretend model answers in its name. */
export function isReached(config: Config, provider: ProviderId): boolean {
  if (config.providers[provider].keys.length > 0) return config.providers[provider].baseUrl !== undefined
  return isPretend(config, provider)
}

/** What tells where a model is asked. */
type Row = Pick<ModelRow, "provider" | "kind" | "id">

/** Whether one model can be asked: what reads aloud may stand at an address of its own (`SPEECH_URL`, Azure Speech). */
export function isRowReached(config: Config, row: Row): boolean {
  if (isNeural(row)) return hasEdgeVoices(config)
  return isReadElsewhere(config, row) || isReached(config, row.provider)
}

/** Whether anybody reads with Edge's voices: Azure Speech with a key, or a server that the operator has named for it (0287). */
export function hasEdgeVoices({ neuralVoices, edgeBySpeech }: Config): boolean {
  return neuralVoices !== undefined || edgeBySpeech
}

/** The neural voices stand in OpenAI's list, for they are asked in its words; OpenAI has never heard of them. */
function isNeural({ provider, kind, id }: Row): boolean {
  return provider === homeProvider && kind === "speech" && id === edgeModel
}

function isReadElsewhere(config: Config, row: Row): boolean {
  if (isNeural(row)) return true
  return config.speech !== undefined && row.provider === homeProvider && row.kind === "speech"
}

/** Whether a model is switched off, as far as this server knows. */
export function isGone(config: Config, presence: Presence): boolean {
  return lifeHere(config, presence).gone
}

/** The day a model is announced to go, `YYYY-MM-DD`. */
export function offDay(config: Config, presence: Presence): string | undefined {
  return lifeHere(config, presence).off ?? undefined
}

/** A model's end, as far as this server knows. */
export function lifeHere(config: Config, presence: Presence): KnownLife {
  return knownLife(presence, isRowByTheBook(config, presence.row))
}

/** The same, as far as it concerns this server: a date of the catalogue is one of the provider's own address. */
export function offDayHere(config: Config, presence: Presence): string | undefined {
  const { row, own, found } = presence
  const isHere = own?.life?.off !== undefined || found?.off !== undefined || isRowByTheBook(config, row)
  return isHere ? offDay(config, presence) : undefined
}

/** The day a model that is gone went, as far as it is known: the announced one, or that of the first refusal. */
export function sinceDay(config: Config, presence: Presence, now: number): string | undefined {
  const { gone } = presence.found ?? {}
  const seen = gone ? utcDay(gone.at) : undefined
  const announced = offDay(config, presence)
  const wasDue = announced !== undefined && announced <= utcDay(now)
  return wasDue && (seen === undefined || announced <= seen) ? announced : seen
}

/** The catalogue's dates are those of the provider's own address; the demonstration lives by them, too. */
export function isByTheBook(config: Config, provider: ProviderId): boolean {
  return isAtHome(config, provider) || isPretend(config, provider)
}

function isRowByTheBook(config: Config, row: ModelRow): boolean {
  return !isReadElsewhere(config, row) && isByTheBook(config, row.provider)
}

/** Every model with what is known of it, by its key. */
export function presencesOf(shipped: readonly ModelRow[], state: CatalogueState): ReadonlyMap<string, Presence> {
  const own = new Map(state.own.map((row) => [modelKey(row.provider, row.id), row]))
  const findings = new Map(state.findings.map((finding) => [modelKey(finding.provider, finding.id), finding]))
  return new Map(
    mergeRows(shipped, state.rows).map((row) => {
      const key = modelKey(row.provider, row.id)
      return [key, { row, own: own.get(key), found: findings.get(key) }]
    }),
  )
}
