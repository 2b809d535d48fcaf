import { MaskButton } from "../../../masks/mask-button.tsx"
import { MaskList } from "../../../masks/mask-list.tsx"
import { chapterTexts } from "../../../platform/language/texts.ts"
import { changeMask, leaveMask } from "../../../state/begin-from-mask.ts"
import { useConversations } from "../../../state/conversation-store.ts"
import { Button } from "../../../ui/button.tsx"
import { Dialog } from "../../../ui/dialog.tsx"
import styles from "./mask-chat.module.css"

/** Another mask for a conversation, from now on. */
export default function ChangeMaskDialog({
  sessionId,
  onClose,
}: {
  readonly sessionId: string
  readonly onClose: () => void
}) {
  const t = chapterTexts("masks")
  const hasMask = useConversations((state) => state.sessions[sessionId]?.mask.name !== "")
  const choose = (change: () => void) => {
    change()
    onClose()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t.change}
      size="wide"
      actions={hasMask && <Button onClick={() => choose(() => leaveMask(sessionId))}>{t.without}</Button>}
    >
      <p className={styles.hint}>{t.changeHint}</p>
      <MaskList>
        {(mask) => (
          <li key={mask.id} className={styles.card}>
            <MaskButton mask={mask} onPress={() => choose(() => changeMask(sessionId, mask))} />
          </li>
        )}
      </MaskList>
    </Dialog>
  )
}
