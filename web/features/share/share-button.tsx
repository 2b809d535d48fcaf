import { texts } from "../../platform/language/texts.ts"
import { useConversations } from "../../state/conversation-store.ts"
import { IconButton } from "../../ui/button.tsx"
import { sayPartMissing } from "../../ui/lazy-part.tsx"

/** Shares the text of a conversation in which something was said. Its code is fetched at the first press. */
export function ShareButton({ sessionId }: { readonly sessionId: string }) {
  const isEmpty = useConversations((state) => (state.sessions[sessionId]?.messageCount ?? 0) === 0)
  if (isEmpty) return null
  const share = () =>
    void import("./share-actions.ts").then((code) => code.shareConversation(sessionId), sayPartMissing)
  return <IconButton icon="share" label={texts().talk.share} onClick={share} />
}
