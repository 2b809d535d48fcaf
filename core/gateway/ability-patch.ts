import type { ModelAbilities } from "./model-abilities.ts"

/** Corrections of a model's abilities, learned from requests that its provider refused. */
export type AbilityPatch = Partial<
  Pick<ModelAbilities, "sampling" | "verbosity" | "tools" | "forcedTool" | "efforts" | "capField" | "refuses">
>

/** Applies a patch to a model's abilities. */
export function patched(abilities: ModelAbilities, patch: AbilityPatch | undefined): ModelAbilities {
  if (patch === undefined) return abilities
  return { ...abilities, ...patch, refuses: [...new Set([...abilities.refuses, ...(patch.refuses ?? [])])] }
}

/** Combines two patches of one model, the later one on top. */
export function patchesTogether(before: AbilityPatch | undefined, after: AbilityPatch): AbilityPatch {
  const refuses = [...new Set([...(before?.refuses ?? []), ...(after.refuses ?? [])])]
  return { ...before, ...after, ...(refuses.length > 0 ? { refuses } : {}) }
}
