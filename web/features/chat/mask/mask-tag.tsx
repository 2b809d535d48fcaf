import { MaskPicture } from "../../../avatar/mask-picture.tsx"
import { chapterTexts } from "../../../platform/language/texts.ts"
import { useConversations } from "../../../state/conversation-store.ts"
import { Icon } from "../../../ui/icon.tsx"
import styles from "./mask-chat.module.css"

/** The role that a conversation is held in, beneath its title. */
export function MaskTag({ sessionId }: { readonly sessionId: string }) {
  const mask = useConversations((state) => state.sessions[sessionId]?.mask)
  if (mask === undefined) return null
  return (
    <span className={styles.tag} title={chapterTexts("masks").maskOfChat(mask.name)}>
      <MaskPicture avatar={mask.avatar} builtin={mask.builtin} size={14} fallback={<Icon name="chat" size={14} />} />
      <span className={styles.tagName} dir="auto">
        {mask.name}
      </span>
    </span>
  )
}
