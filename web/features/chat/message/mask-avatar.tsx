import { emojiOf } from "#core/settings/avatar.ts"
import { useConversations } from "../../../state/conversation-store.ts"

/** The picture of the role a conversation is held in; without one (the ancestor's "gpt-bot"), the model's initials. */
export function MaskAvatar({ sessionId, fallback }: { readonly sessionId: string; readonly fallback: string }) {
  const avatar = useConversations((state) => state.sessions[sessionId]?.mask.avatar)
  return (avatar && emojiOf(avatar)) ?? fallback
}
