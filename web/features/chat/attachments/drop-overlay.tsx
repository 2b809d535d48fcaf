import { chapterTexts } from "../../../platform/language/texts.ts"
import { Icon } from "../../../ui/icon.tsx"
import styles from "./attachments.module.css"

/** Over the chat while files are held above it. */
export default function DropOverlay() {
  const t = chapterTexts("attachments")
  return (
    <div className={styles.overlay} aria-hidden="true">
      <div className={styles.overlayCard}>
        <Icon name="clip" size={28} />
        <b>{t.dropTitle}</b>
        <span>{t.dropText}</span>
      </div>
    </div>
  )
}
