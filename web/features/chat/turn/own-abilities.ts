import { abilitiesOf } from "#core/models/abilities.ts"
import type { ChatRequest } from "#core/gateway/chat-request.ts"
import { abilitiesIn } from "../../../platform/model-facts.ts"
import { modelFacts } from "../../../state/model-facts.ts"

/**
 * A request to a user's own provider, with what its model accepts: what the server told of it, and what its name suggests
 * of the rest. On the gateway's calls the gateway sees to that.
 */
export function withOwnAbilities(request: ChatRequest): ChatRequest {
  const { model, providerName } = request.config
  const facts = modelFacts({ model, providerName })
  const guessed = abilitiesOf(model)
  const { searches: _, ...told } = abilitiesIn(facts)
  const seesImages = facts?.canSeeImages ?? guessed.seesImages
  return { ...request, abilities: { ...guessed, ...told, seesImages } }
}
