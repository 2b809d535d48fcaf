import { wholeContent, type Message } from "#core/conversation/message.ts"
import type { Session } from "#core/conversation/session.ts"
import { newId } from "../../../platform/browser/new-id.ts"
import { texts } from "../../../platform/language/texts.ts"
import { conversationStore, dispatch } from "../../../state/conversation-store.ts"
import { showToast } from "../../../ui/toast.tsx"
import { openChatDialog } from "../dialogs/chat-dialogs.ts"

/** Puts a copy of a message among the presets, which go before every question of its conversation, or takes it from there. */
export function pinOrUnpin(sessionId: string, message: Message): void {
  const { role, model, date } = message
  const context = presetsOf(sessionId)
  const others = context.filter((preset) => preset.role !== role || preset.date !== date)
  if (others.length < context.length) return dispatch({ type: "mask-changed", sessionId, mask: { context: others } })
  const content = wholeContent(message)
  const preset: Message = { id: newId(), date, role, content, ...(model === undefined ? {} : { model }) }
  dispatch({ type: "mask-changed", sessionId, mask: { context: [...context, preset] } })
  const t = texts().talk
  showToast({
    text: t.pinnedToast,
    action: { text: t.view, onClick: () => openChatDialog({ kind: "memory", sessionId }) },
    durationMs: 5_000,
  })
}

export function unpinMessage(sessionId: string, presetId: string): void {
  const context = presetsOf(sessionId).filter(({ id }) => id !== presetId)
  dispatch({ type: "mask-changed", sessionId, mask: { context } })
}

/** Whether a copy of a message goes before every question of its conversation. */
export function isPinned(session: Session | undefined, { role, date }: Message): boolean {
  return session?.mask.context.some((preset) => preset.role === role && preset.date === date) ?? false
}

function presetsOf(sessionId: string): readonly Message[] {
  return conversationStore.getState().sessions[sessionId]?.mask.context ?? []
}
