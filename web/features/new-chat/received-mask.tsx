import type { Mask } from "#core/masks/mask.ts"
import { MaskFacts } from "../../masks/mask-facts.tsx"
import { MaskTile } from "../../masks/mask-tile.tsx"
import { PresetsView } from "../../masks/presets-view.tsx"
import { useLocation } from "../../platform/browser/links.ts"
import { chapterTexts, texts } from "../../platform/language/texts.ts"
import { beginFromMask } from "../../state/begin-from-mask.ts"
import { saveMask } from "../../state/mask-store.ts"
import { Button } from "../../ui/button.tsx"
import { Dialog } from "../../ui/dialog.tsx"
import { showToast } from "../../ui/toast.tsx"
import styles from "./new-chat.module.css"

/** A mask that came with a link, as a whole: nothing of it is stored or sent before the reader says so. */
export function ReceivedMask({ mask, onClose }: { readonly mask: Mask; readonly onClose: () => void }) {
  const t = chapterTexts("masks")
  const [, navigate] = useLocation()
  const save = () =>
    saveMask(mask).then(
      () => {
        showToast({ text: t.saved })
        onClose()
        navigate("/masks")
      },
      () => showToast({ text: t.saveFailed }),
    )
  return (
    <Dialog
      open
      onClose={onClose}
      title={t.receivedTitle}
      actions={
        <>
          <Button onClick={onClose}>{texts().shell.cancel}</Button>
          <Button onClick={() => void save()}>{t.save}</Button>
          <Button
            variant="primary"
            onClick={() => {
              onClose()
              void beginFromMask(mask).then(() => navigate("/chat"))
            }}
          >
            {t.talk}
          </Button>
        </>
      }
    >
      <div className={styles.received}>
        <div className={styles.who}>
          <MaskTile mask={mask} isAccented />
          <b dir="auto">{mask.name}</b>
        </div>
        <p className={styles.hint}>{t.receivedHint}</p>
        <PresetsView context={mask.context} />
        <MaskFacts mask={mask} />
      </div>
    </Dialog>
  )
}
