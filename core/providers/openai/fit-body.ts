import type { ModelAbilities } from "../../gateway/model-abilities.ts"
import { fitSettings } from "../../models/fit-settings.ts"
import type { JsonObject } from "../../lib/fields.ts"
import { withoutRefused } from "../refused-fields.ts"
import { foldInstructions, type Spoken } from "./fold-instructions.ts"

/** A caller's own body in OpenAI's shape as the model accepts it. Fields that do not depend on the model stay as they came. */
export function fitBody(body: JsonObject, abilities: ModelAbilities): JsonObject {
  const { messages } = body
  const folds = abilities.foldsInstructions && Array.isArray(messages)
  return withoutRefused(
    {
      ...fitSettings(body, abilities),
      ...(folds && { messages: foldInstructions(messages as readonly Spoken[]) }),
      ...(!abilities.forcedTool && isForced(body["tool_choice"]) && { tool_choice: "auto" }),
    },
    abilities,
  )
}

/** Whether a `tool_choice` in OpenAI's form forces the model to call a tool. */
export function isForced(choice: unknown): boolean {
  return choice !== undefined && choice !== "auto" && choice !== "none"
}
