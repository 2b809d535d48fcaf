import { type ModelRow, startOf } from "#core/models/model-row.ts"
import { readModelFile } from "../../server/gateway/models/model-file.ts"
import type { Accepted } from "./parameter-refusals.ts"
import type { ScriptedModel } from "./scripted-models.ts"

/** Noon of the day whose models `todaysOpenAi` has. */
export const todayNoon = Date.parse("2026-11-22T12:00:00Z")

/**
 * OpenAI's models as they live on 22 November 2026, by the catalogue: what is gone is not among them, what has a date ends
 * on it. What each refuses is its family's, as read at the sources and not as the catalogue's rows say.
 */
export function todaysOpenAi(): readonly ScriptedModel[] {
  return readModelFile()
    .filter(({ provider, kind, life, unreached }) => {
      return provider === "openai" && kind !== "search" && life?.gone !== true && unreached === undefined
    })
    .map(scriptOf)
}

function scriptOf({ id, calledAs = id, kind, life, outputMost }: ModelRow): ScriptedModel {
  const goes = life?.off == null ? {} : { announced: life.off, until: startOf(life.off) }
  if (kind === "image") return { id: calledAs, kind, pictureOptions: "gpt-image", ...goes }
  if (kind !== "chat") return { id: calledAs, kind, ...goes }
  const family = families.find(([name]) => name.test(id))?.[1] ?? {}
  return { id: calledAs, kind, ...family, ...(outputMost === undefined ? {} : { outputMost }), ...goes }
}

const cap = { capField: "max_completion_tokens" } as const
const toHigh = ["low", "medium", "high"] as const
const toMax = [...toHigh, "xhigh", "max"] as const

const families: readonly (readonly [RegExp, Accepted])[] = [
  [/^gpt-5(-mini|-nano)?$/, { ...cap, sampling: "never", efforts: ["minimal", ...toHigh] }],
  [/^gpt-5\.1/, { ...cap, sampling: "never", efforts: ["none", ...toHigh] }],
  [/^gpt-5\.[23]/, { ...cap, sampling: "never", efforts: ["none", ...toHigh, "xhigh"] }],
  [/^gpt-5\.[45]/, { ...cap, sampling: "never", tools: "effort-none", efforts: ["none", ...toHigh, "xhigh"] }],
  [/^gpt-(5\.6|6-luna|6-sol)/, { ...cap, sampling: "effort-none", tools: "effort-none", efforts: ["none", ...toMax] }],
  [/^gpt-6\.1-terra/, { ...cap, sampling: "effort-none", tools: "responses", efforts: ["none", ...toMax] }],
  [/^gpt-6/, { ...cap, sampling: "never", tools: "responses", efforts: toMax }],
  [/^gpt-4/, { sampling: "always", efforts: [], verbosity: false }],
  [/^o\d/, { ...cap, sampling: "never", efforts: toHigh, verbosity: false }],
]
