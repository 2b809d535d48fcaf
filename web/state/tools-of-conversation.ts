import type { Session } from "#core/conversation/session.ts"
import { isAmongChosen, withPlugin } from "#core/plugins/plugin-choice.ts"
import { dispatch } from "./conversation-store.ts"

/** Whether a plugin that is on may be used in a conversation. */
export function isPluginOn(session: Session, id: string): boolean {
  return isAmongChosen(session.mask.plugin, id)
}

/** Switches a plugin on or off in one conversation. `all`: the ids of those that are on in general. */
export function switchInConversation(session: Session, id: string, isOn: boolean, all: readonly string[]): void {
  const plugin = withPlugin(session.mask.plugin, { id, isOn, all })
  dispatch({ type: "mask-changed", sessionId: session.id, mask: { plugin } })
}
