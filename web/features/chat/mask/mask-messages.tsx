import { useEffect } from "react"
import { presetsIn } from "#core/masks/start-from-mask.ts"
import { PresetsView } from "../../../masks/presets-view.tsx"
import { chapterTexts } from "../../../platform/language/texts.ts"
import { newerMask, updateFromMask } from "../../../state/begin-from-mask.ts"
import { useConversations } from "../../../state/conversation-store.ts"
import { refreshMasks, useMasks } from "../../../state/mask-store.ts"
import { Button } from "../../../ui/button.tsx"
import { Icon } from "../../../ui/icon.tsx"
import { showToast } from "../../../ui/toast.tsx"
import styles from "./mask-chat.module.css"

/** What a mask sends before a conversation's messages: one line to open, above them all. What was pinned bears its mark where it stands. */
export function MaskMessages({ sessionId }: { readonly sessionId: string }) {
  const t = chapterTexts("masks")
  const session = useConversations((state) => state.sessions[sessionId])
  const own = useMasks((state) => state.own)
  useEffect(() => void refreshMasks(), [])
  if (session === undefined) return null
  const { mask } = session
  const context = presetsIn(mask)
  const newer = newerMask(session, own)
  const update = async () => {
    if (newer === undefined) return
    await updateFromMask(sessionId, newer)
    showToast({ text: t.updated })
  }
  const isShown = !mask.hideContext && context.length > 0
  if (!isShown && newer === undefined) return null
  return (
    <section className={styles.messages} aria-label={t.presets}>
      {isShown && (
        <details>
          <summary>
            <Icon name="next" size={16} />
            {t.ofMask(context.length)}
          </summary>
          <PresetsView context={context} />
        </details>
      )}
      {newer && (
        <p className={styles.changed} role="status">
          {t.changed} <Button onClick={() => void update()}>{t.update}</Button>
        </p>
      )}
    </section>
  )
}
