import { type ReasoningEffort, reasoningEfforts } from "../gateway/chat-request.ts"
import type { ModelAbilities } from "../gateway/model-abilities.ts"
import { acceptsSampling, nearestEffort } from "./abilities.ts"

const samplingFields = ["temperature", "top_p", "top_k", "presence_penalty", "frequency_penalty"] as const

/** The settings that some models refuse, in OpenAI's names. */
type Setting = (typeof samplingFields)[number] | "reasoning_effort" | "verbosity"

/** The abilities by which settings are judged. */
export type SettingAbilities = Pick<ModelAbilities, "efforts" | "sampling" | "verbosity">

/**
 * Adapts a call's settings to its model: the effort moves to the nearest accepted one, refused settings are removed.
 * All other fields stay as they are.
 */
export function fitSettings<Given extends Partial<Readonly<Record<Setting, unknown>>>>(
  given: Given,
  abilities: SettingAbilities,
): Given {
  const effort = fitEffort(given.reasoning_effort, abilities)
  const refused = new Set<string>([
    ...refusedSampling(abilities, effort, given.temperature !== undefined),
    ...(effort === undefined ? ["reasoning_effort"] : []),
    ...(abilities.verbosity ? [] : ["verbosity"]),
  ])
  const kept = Object.entries(given).filter(([name, value]) => value !== undefined && !refused.has(name))
  return { ...Object.fromEntries(kept), ...(effort !== undefined && { reasoning_effort: effort }) } as Given
}

/** The nearest effort that the model accepts; undefined where none was requested, or it accepts none. */
export function fitEffort(wished: unknown, abilities: Pick<ModelAbilities, "efforts">): ReasoningEffort | undefined {
  const known = reasoningEfforts.find((effort) => effort === wished)
  return known && nearestEffort(known, abilities)
}

/** The sampling settings a model refuses at an effort. Of temperature and top_p, where one alone is accepted, top_p goes. */
export function refusedSampling(
  abilities: Pick<ModelAbilities, "sampling">,
  effort: ReasoningEffort | undefined,
  hasTemperature: boolean,
): readonly (typeof samplingFields)[number][] {
  if (!acceptsSampling(abilities, effort)) return samplingFields
  return abilities.sampling === "one" && hasTemperature ? ["top_p"] : []
}
