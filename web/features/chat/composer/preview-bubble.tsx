import { texts } from "../../../platform/texts.ts"
import { PlainText } from "../markdown/plain-text.tsx"
import styles from "./composer.module.css"

/** What is being written, as it will stand in the conversation (the setting `sendPreviewBubble`). */
export default function PreviewBubble({ text }: { readonly text: string }) {
  return (
    <div className={styles.preview} role="group" aria-label={texts().composer.preview}>
      <small>{texts().composer.preview}</small>
      <PlainText text={text} />
    </div>
  )
}
