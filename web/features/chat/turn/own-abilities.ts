import type { ChatRequest } from "#core/gateway/chat-request.ts"
import { modelAbilities } from "../../../platform/gateway/model-abilities.ts"
import { modelFacts } from "../../../state/model-facts.ts"

/**
 * A request to a user's own provider, with what its model accepts: what the server told of it, and what its name suggests
 * of the rest. On the gateway's calls the gateway sees to that.
 */
export function withOwnAbilities(request: ChatRequest): ChatRequest {
  const { model, providerName } = request.config
  return { ...request, abilities: modelAbilities(model, modelFacts({ model, providerName })) }
}
