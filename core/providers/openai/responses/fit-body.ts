import type { ModelAbilities } from "../../../gateway/model-abilities.ts"
import { fitSettings } from "../../../models/fit-settings.ts"
import { type JsonObject, objectOf } from "../../../lib/fields.ts"
import { withoutRefused } from "../../refused-fields.ts"
import { isForced } from "../fit-body.ts"

/** A caller's own body of a responses call as the model accepts it. Instructions have a field of their own here. */
export function fitBody(body: JsonObject, abilities: ModelAbilities): JsonObject {
  const { reasoning, text, ...rest } = body
  const { effort, ...thinking } = objectOf(reasoning) ?? {}
  const { verbosity, ...answer } = objectOf(text) ?? {}
  const fit = fitSettings({ ...rest, reasoning_effort: effort, verbosity }, abilities)
  const { reasoning_effort, verbosity: length, ...others } = fit
  return withoutRefused(
    {
      ...others,
      // A model without reasoning effort accepts no other reasoning option either.
      ...(abilities.efforts.length > 0 && filled("reasoning", { ...thinking, effort: reasoning_effort })),
      ...filled("text", { ...answer, verbosity: length }),
      ...(!abilities.forcedTool && isForced(body["tool_choice"]) && { tool_choice: "auto" }),
    },
    abilities,
  )
}

/** An object with this one field, which holds the values that are defined; an empty object where none of them is. */
function filled(name: string, values: JsonObject): JsonObject {
  const known = Object.entries(values).filter(([, value]) => value !== undefined)
  return known.length === 0 ? {} : { [name]: Object.fromEntries(known) }
}
