import { texts } from "../../platform/language/texts.ts"
import { conversationStore, useConversations } from "../../state/conversation-store.ts"
import { IconButton } from "../../ui/button.tsx"
import { sayPartMissing } from "../../ui/lazy-part.tsx"

/** Shares a conversation in which something was said. Its code is fetched at the first press. */
export function ShareButton({ sessionId }: { readonly sessionId: string }) {
  const isEmpty = useConversations((state) => (state.sessions[sessionId]?.messageCount ?? 0) === 0)
  if (isEmpty) return null
  const share = () => {
    const session = conversationStore.getState().sessions[sessionId]
    void import("./share-actions.ts").then((code) => session && code.openSharing(session), sayPartMissing)
  }
  return <IconButton icon="share" label={texts().talk.share} onClick={share} />
}
