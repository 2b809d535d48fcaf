import { modelConfigOf } from "#core/conversation/session.ts"
import { useConfig } from "./config-store.ts"
import { conversationStore, dispatch } from "./conversation-store.ts"

/**
 * Gives a conversation the model that its user chose. From then on its settings are its own, as they were in effect: the switch
 * in its settings says so, and goes back to the global ones.
 */
export function chooseModel(sessionId: string, model: string, providerName: string): void {
  const session = conversationStore.getState().sessions[sessionId]
  if (session === undefined) return
  const inEffect = modelConfigOf(session, useConfig.getState().modelConfig)
  if (inEffect.model === model && inEffect.providerName === providerName) return
  dispatch({ type: "model-chosen", sessionId, model, providerName, inEffect })
}
