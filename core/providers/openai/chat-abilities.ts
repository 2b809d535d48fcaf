import type { ReasoningEffort } from "../../gateway/chat-request.ts"
import type { ModelAbilities } from "../../gateway/model-abilities.ts"
import { acceptsToolsInChat } from "../../models/abilities.ts"
import { fitEffort } from "../../models/fit-settings.ts"

/**
 * Whether OpenAI answers a call with tools by its responses API only. `effort`: as the caller wishes; undefined is the
 * model's own, which is never `none` for certain.
 */
export function needsResponsesApi(
  abilities: Pick<ModelAbilities, "tools" | "efforts">,
  effort: ReasoningEffort | undefined,
  hasTools: boolean,
): boolean {
  if (!hasTools || abilities.tools === "never") return false
  return !acceptsToolsInChat(abilities, fitEffort(effort, abilities))
}

/**
 * A model's abilities as far as OpenAI's chat completions let them be used: effort `max` is of the responses API alone.
 * Where tools are refused unless the model does not think and no other API is at hand, it does not think.
 */
export function inChatCompletions(abilities: ModelAbilities, hasTools: boolean): ModelAbilities {
  if (thinksNotForTools(abilities, hasTools)) return { ...abilities, efforts: ["none"] }
  const efforts = abilities.efforts.filter((effort) => effort !== "max")
  return efforts.length === 0 ? abilities : { ...abilities, efforts }
}

/** The effort a call must name because its tools would be refused at any other. */
export function effortForTools(abilities: ModelAbilities, hasTools: boolean): { readonly reasoning_effort?: "none" } {
  return thinksNotForTools(abilities, hasTools) ? { reasoning_effort: "none" } : {}
}

function thinksNotForTools({ tools, efforts }: ModelAbilities, hasTools: boolean): boolean {
  return hasTools && (tools === "effort-none" || tools === "responses") && efforts.includes("none")
}
