import type { ModelAbilities } from "./model-abilities.ts"

/** What was learnt of a model from what its provider refused: the abilities it has otherwise than was thought. */
export type AbilityPatch = Partial<
  Pick<ModelAbilities, "sampling" | "verbosity" | "tools" | "forcedTool" | "efforts" | "capField" | "refuses">
>

/** The abilities of a model, corrected by what was learnt. */
export function patched(abilities: ModelAbilities, patch: AbilityPatch | undefined): ModelAbilities {
  if (patch === undefined) return abilities
  return { ...abilities, ...patch, refuses: [...new Set([...abilities.refuses, ...(patch.refuses ?? [])])] }
}

/** Two things learnt of one model, one after the other. */
export function patchesTogether(before: AbilityPatch | undefined, after: AbilityPatch): AbilityPatch {
  const refuses = [...new Set([...(before?.refuses ?? []), ...(after.refuses ?? [])])]
  return { ...before, ...after, ...(refuses.length > 0 ? { refuses } : {}) }
}
