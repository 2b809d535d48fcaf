import { selectCurrentSession } from "#core/conversation/conversation-state.ts"
import type { Session } from "#core/conversation/session.ts"
import type { AccessState } from "./access-store.ts"
import { conversationStore, dispatch } from "./conversation-store.ts"
import { freshSession, sessionModel } from "./fresh-session.ts"

/** A conversation that was begun from a mask, and in which nothing was said, is one without a mask again. */
export function leaveMaskUnused(): void {
  const current = selectCurrentSession(conversationStore.getState())
  if (current === undefined || current.messageCount > 0 || current.mask.name === "") return
  const mask = { ...freshSession().mask, hideContext: false, plugin: [] }
  dispatch({ type: "mask-changed", sessionId: current.id, mask })
}

/**
 * Where somebody's access or the server's models changed, the empty conversation that is open begins with another model; one that
 * was stored (`isOpening`) also where its model is not offered.
 */
export function followAccess(access: AccessState, previous: AccessState, { isOpening = false } = {}): void {
  const isSame =
    access.userType === previous.userType &&
    access.own === previous.own &&
    access.config.defaultModel === previous.config.defaultModel &&
    access.config.roles.default === previous.config.roles.default &&
    access.config.roles.free === previous.config.roles.free
  const current = selectCurrentSession(conversationStore.getState())
  const { models } = access.config
  const isListNew = (isOpening || previous.config.models.length === 0) && models.length > 0
  const isOffered = models.some(({ name, available }) => available && name === current?.mask.modelConfig.model)
  if (isSame && (!isListNew || isOffered)) return
  if (current?.messageCount === 0) retarget(current)
}

/** An empty conversation is a new one again: with settings of its own from an earlier try, it would not follow the global ones. */
export function renewUnused(session: Session): void {
  if (session.mask.name !== "" || session.mask.syncGlobalConfig) return retarget(session)
  const { syncGlobalConfig, modelConfig } = freshSession().mask
  dispatch({ type: "mask-changed", sessionId: session.id, mask: { syncGlobalConfig, modelConfig } })
}

/** An empty conversation takes the model its user has by now: a code may have been entered since it was made. */
function retarget(session: Session): void {
  // A mask that brings settings of its own brings the model, too.
  if (session.mask.name !== "" && !session.mask.syncGlobalConfig) return
  const { model, providerName } = sessionModel()
  const { modelConfig } = session.mask
  if (modelConfig.model === model && modelConfig.providerName === providerName) return
  dispatch({ type: "model-chosen", sessionId: session.id, model, providerName })
}
