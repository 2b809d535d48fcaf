import { imagesOf } from "#core/gateway/content.ts"
import type { ModelAbilities } from "#core/gateway/model-abilities.ts"
import { fitEffort, refusedSampling } from "#core/models/fit-settings.ts"
import type { NativeCall } from "#core/providers/client-api.ts"

/** What OpenAI takes a setting for that is not named: naming it changes nothing. */
const usual = { temperature: 1, top_p: 1, presence_penalty: 0, frequency_penalty: 0 }

/** Whether a chat names something that OpenAI's responses API, or the model there, has no place for. */
export function losesSettings({ body, messages }: NativeCall, abilities: ModelAbilities): boolean {
  const effort = fitEffort(body["reasoning_effort"], abilities)
  const refused = refusedSampling(abilities, effort, body["temperature"] != null)
  const isLost = Object.entries(usual).some(([name, value]) => {
    const isTaken = !name.endsWith("_penalty") && !refused.some((field) => field === name)
    return !isTaken && body[name] != null && body[name] !== value
  })
  const isSaidBy = messages.some(({ name }) => name !== undefined)
  const isShownByTool = messages.some(({ role, content }) => role === "tool" && imagesOf(content).length > 0)
  return isLost || body["prediction"] != null || isSaidBy || isShownByTool
}
