import type { ReasoningEffort } from "../../gateway/chat-request.ts"
import type { ModelAbilities } from "../../gateway/model-abilities.ts"
import { leastEffort } from "../../models/abilities.ts"
import { fitEffort, refusedSampling } from "../../models/fit-settings.ts"
import { type JsonObject, objectOf, textOf } from "../../lib/fields.ts"
import { withoutRefused } from "../refused-fields.ts"

/** A caller's own body of a generate call, its fields in camel case, as the model accepts it. */
export function fitBody(body: JsonObject, abilities: ModelAbilities): JsonObject {
  const { generationConfig, toolConfig, ...rest } = body
  const { thinkingConfig, ...config } = objectOf(generationConfig) ?? {}
  const thinking = objectOf(thinkingConfig)
  const level = levelOf(thinking, abilities)
  const sampling = refusedSampling(abilities, level, config["temperature"] !== undefined).map((name) => camel[name])
  const kept = Object.entries(config).filter(([name]) => !sampling.some((refused) => refused === name))
  return withoutRefused(
    {
      ...rest,
      ...(generationConfig !== undefined && {
        generationConfig: {
          ...Object.fromEntries(kept),
          ...(thinking && thinkingField(thinking, level, abilities)),
        },
      }),
      ...(toolConfig !== undefined && { toolConfig: fitChoice(objectOf(toolConfig) ?? {}, abilities) }),
    },
    abilities,
  )
}

const camel = {
  temperature: "temperature",
  top_p: "topP",
  top_k: "topK",
  presence_penalty: "presencePenalty",
  frequency_penalty: "frequencyPenalty",
} as const

/** The level nearest to the caller's; their budget of nothing is the least. */
function levelOf(thinking: JsonObject | undefined, abilities: ModelAbilities): ReasoningEffort | undefined {
  if (thinking?.["thinkingBudget"] === 0) return leastEffort(abilities)
  return fitEffort(textOf(thinking?.["thinkingLevel"])?.toLowerCase(), abilities)
}

/** Models with levels refuse budgets, models with budgets refuse levels. */
function thinkingField(given: JsonObject, level: ReasoningEffort | undefined, { efforts }: ModelAbilities): JsonObject {
  const { thinkingBudget, thinkingLevel: _, ...thinking } = given
  const fit = {
    ...thinking,
    ...(level !== undefined && { thinkingLevel: level }),
    ...(efforts.length === 0 && thinkingBudget !== undefined && { thinkingBudget }),
  }
  return Object.keys(fit).length === 0 ? {} : { thinkingConfig: fit }
}

function fitChoice(toolConfig: JsonObject, { forcedTool }: ModelAbilities): JsonObject {
  const calling = objectOf(toolConfig["functionCallingConfig"])
  if (forcedTool || calling?.["mode"] !== "ANY") return toolConfig
  const { allowedFunctionNames: _, ...rest } = calling
  return { ...toolConfig, functionCallingConfig: { ...rest, mode: "AUTO" } }
}
