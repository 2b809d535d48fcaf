import { contentText } from "#core/gateway/content.ts"
import { presetsIn } from "#core/masks/start-from-mask.ts"
import { MaskTile } from "../../../masks/mask-tile.tsx"
import { chapterTexts } from "../../../platform/language/texts.ts"
import { leaveMask } from "../../../state/begin-from-mask.ts"
import { useConversations } from "../../../state/conversation-store.ts"
import { Button } from "../../../ui/button.tsx"
import { openChatDialog } from "../dialogs/chat-dialogs.ts"
import styles from "./mask-chat.module.css"
import { MaskMessages } from "./mask-messages.tsx"

/** A conversation that begins from a mask, before its first word: who it is held with, and how that one opens it. */
export function MaskGreeting({ sessionId }: { readonly sessionId: string }) {
  const t = chapterTexts("masks")
  const mask = useConversations((state) => state.sessions[sessionId]?.mask)
  if (mask === undefined) return null
  const opening = mask.hideContext ? undefined : presetsIn(mask).findLast(({ role }) => role === "assistant")
  return (
    <div className={styles.greeting}>
      <MaskTile mask={mask} isAccented />
      <h2 dir="auto">{mask.name}</h2>
      {opening && <p dir="auto">{contentText(opening.content)}</p>}
      <MaskMessages sessionId={sessionId} />
      <div className={styles.ways}>
        <Button variant="quiet" onClick={() => openChatDialog({ kind: "mask", sessionId })}>
          {t.change}
        </Button>
        <Button variant="quiet" onClick={() => leaveMask(sessionId)}>
          {t.without}
        </Button>
      </div>
    </div>
  )
}
