import type { OwnCall } from "#core/access/own-access.ts"
import { modelConfigOf, type Session } from "#core/conversation/session.ts"
import { freeModel } from "#core/gateway/limits.ts"
import { ownCall, selectIsPremium, useAccess } from "../../../state/access-store.ts"
import { useConfig } from "../../../state/config-store.ts"
import { conversationStore } from "../../../state/conversation-store.ts"

/** Whose key pays in a conversation, if it is the user's own. */
export function payerIn(session: Session) {
  return ownCall(modelConfigOf(session, useConfig.getState().modelConfig).providerName)
}

/** The own key that pays in a conversation, complete; undefined where the gateway is paid. */
export function ownCallIn({ sessionId }: { readonly sessionId: string }): OwnCall | undefined {
  const session = conversationStore.getState().sessions[sessionId]
  const payer = session && payerIn(session)
  return typeof payer === "object" ? payer : undefined
}

/** A free user asks the free model, whatever the conversation says: it may come from better days. Who pays with a key of their own asks any. */
export function askedModel(session: Session): string {
  const { model } = modelConfigOf(session, useConfig.getState().modelConfig)
  return isFree() && payerIn(session) === undefined ? freeModel : model
}

/** Whether this user is on the free tier. */
export function isFree(): boolean {
  return !selectIsPremium(useAccess.getState())
}
