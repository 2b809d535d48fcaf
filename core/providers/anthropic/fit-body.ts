import type { ModelAbilities } from "../../gateway/model-abilities.ts"
import { fitSettings } from "../../models/fit-settings.ts"
import { type JsonObject, objectOf } from "../../lib/fields.ts"
import { withoutRefused } from "../refused-fields.ts"

/** A caller's own body of a messages call as the model accepts it. */
export function fitBody(body: JsonObject, abilities: ModelAbilities): JsonObject {
  const { output_config, thinking, tool_choice, ...rest } = body
  const { effort, ...output } = objectOf(output_config) ?? {}
  const { reasoning_effort, ...others } = fitSettings({ ...rest, reasoning_effort: effort }, abilities)
  const config = { ...output, ...(reasoning_effort !== undefined && { effort: reasoning_effort }) }
  return withoutRefused(
    {
      ...others,
      ...(Object.keys(config).length > 0 && { output_config: config }),
      ...(thinking !== undefined && { thinking: fitThinking(objectOf(thinking) ?? {}, abilities) }),
      ...(tool_choice !== undefined && { tool_choice: fitChoice(objectOf(tool_choice) ?? {}, abilities) }),
    },
    abilities,
  )
}

/** The models that take no sampling settings (4.7 and later) take no budget for thoughts either: they find their own. */
function fitThinking(thinking: JsonObject, { sampling, efforts }: ModelAbilities): JsonObject {
  if (thinking["type"] !== "enabled" || sampling !== "never" || efforts.length === 0) return thinking
  const { budget_tokens: _, ...rest } = thinking
  return { ...rest, type: "adaptive" }
}

function fitChoice(choice: JsonObject, { forcedTool }: ModelAbilities): JsonObject {
  if (forcedTool || (choice["type"] !== "any" && choice["type"] !== "tool")) return choice
  const { name: _, ...rest } = choice
  return { ...rest, type: "auto" }
}
