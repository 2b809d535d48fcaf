import type { OwnCall } from "#core/access/own-access.ts"
import { calledIn } from "#core/models/custom-models.ts"
import { modelConfigOf, type Session } from "#core/conversation/session.ts"
import type { ModelWithProvider } from "#core/models/new-model.ts"
import { modelInRole } from "#core/models/played-roles.ts"
import { manifestOf } from "#core/providers/registry.ts"
import { ownCall, selectIsPremium, useAccess } from "../../../state/access-store.ts"
import { useConfig } from "../../../state/config-store.ts"
import type { Addressee } from "./turn.ts"

/** The provider and model of a conversation now, and whether the user's own key pays. */
export function askedIn(session: Session): Addressee {
  const { model, providerName } = modelConfigOf(session, useConfig.getState().modelConfig)
  const isOwn = typeof ownCall(providerName) === "object"
  return { ...(freeInstead(providerName) ?? { model, providerName }), isOwn }
}

/** The own key that pays for a turn, complete; undefined where the gateway is paid, or where the key is gone by now. */
export function ownCallOf({ model, providerName, isOwn }: Addressee) {
  const payer = isOwn ? ownCall(providerName) : undefined
  return typeof payer === "object" ? atDeployment(payer, model) : undefined
}

/** With the user's own deployments, a model is called by the name of its deployment (`gpt-4o@Azure=mine`). */
export function atDeployment(own: OwnCall, model: string): OwnCall {
  if (!manifestOf[own.provider].hasDeployments) return own
  const deployment = calledIn(useConfig.getState().customModels, model, own.provider)
  return deployment === undefined ? own : { ...own, credentials: { ...own.credentials, deployment } }
}

/** The model that is asked in a conversation. */
export function askedModel(session: Session): string {
  return askedIn(session).model
}

/**
 * A free user asks the free model, whatever the conversation says: it may come from better days. Who pays with a key of
 * their own asks any. An older server does not report a model's provider: then the conversation's is asked.
 */
function freeInstead(providerName: string): ModelWithProvider | undefined {
  if (!isFree() || ownCall(providerName) !== undefined) return undefined
  const { roles } = useAccess.getState().config
  const free = modelInRole(roles, "free")
  return roles.free === undefined ? { ...free, providerName } : free
}

/** Whether this user is on the free tier. */
export function isFree(): boolean {
  return !selectIsPremium(useAccess.getState())
}
