import type { Session } from "#core/conversation/session.ts"
import { dispatch } from "./conversation-store.ts"

/** Whether a plugin that is on may be used in a conversation: all may, until somebody chooses among them there. */
export function isPluginOn(session: Session, id: string): boolean {
  return session.mask.plugin?.includes(id) ?? true
}

/** Switches a plugin on or off in one conversation. `all`: the ids of those that are on in general. */
export function switchInConversation(session: Session, id: string, isOn: boolean, all: readonly string[]): void {
  const before = session.mask.plugin ?? all
  const plugin = isOn ? [...new Set([...before, id])] : before.filter((one) => one !== id)
  dispatch({ type: "mask-changed", sessionId: session.id, mask: { plugin } })
}
