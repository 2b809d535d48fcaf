import { texts } from "../../../platform/language/texts.ts"
import { PlainText } from "../../../markdown/plain-text.tsx"
import styles from "./composer.module.css"

/** A preview of the typed message as it will appear in the conversation (the setting `sendPreviewBubble`). */
export default function PreviewBubble({ text }: { readonly text: string }) {
  return (
    <div className={styles.preview} role="group" aria-label={texts().composer.preview}>
      <small>{texts().composer.preview}</small>
      <PlainText text={text} />
    </div>
  )
}
