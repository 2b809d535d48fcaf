import type { ModelAbilities } from "#core/gateway/model-abilities.ts"
import { abilitiesOf } from "#core/models/abilities.ts"
import { abilitiesIn } from "./read-model-facts.ts"
import type { ModelFacts } from "./server-config.ts"

/** A model's abilities: as the server reports them, and by its name where it is silent. */
export function modelAbilities(name: string, facts: ModelFacts | undefined): ModelAbilities {
  const guessed = abilitiesOf(name)
  const { searches: _, ...told } = abilitiesIn(facts)
  return { ...guessed, ...told, seesImages: facts?.canSeeImages ?? guessed.seesImages }
}
