import type { Session } from "#core/conversation/session.ts"
import { isAmongChosen, sharedPlugins, withPlugin } from "#core/plugins/plugin-choice.ts"
import { dispatch } from "./conversation-store.ts"
import { plugins } from "./plugin-store.ts"

/** Whether a plugin that is on may be used in a conversation. */
export function isPluginOn(session: Session, id: string): boolean {
  return isAmongChosen(session.mask.plugin, id, isHere)
}

/** Switches a plugin on or off in one conversation. `all`: the ids of those that are on in general. */
export function switchInConversation(session: Session, id: string, isOn: boolean, all: readonly string[]): void {
  const plugin = withPlugin(session.mask.plugin, { id, isOn, all, isHere })
  dispatch({ type: "mask-changed", sessionId: session.id, mask: { plugin } })
}

/** Whether there is a plugin of this id, switched on or not; until the user's own are loaded, any may be theirs. */
function isHere(id: string): boolean {
  const { records, isLoaded } = plugins.use.getState()
  return !isLoaded || sharedPlugins.has(id) || records.some((one) => one.id === id)
}
