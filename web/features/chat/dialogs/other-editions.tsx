import { chapterTexts } from "../../../platform/language/texts.ts"
import { Button } from "../../../ui/button.tsx"
import styles from "./chat-dialogs.module.css"

/** Versions of a text that somebody wrote on another device, without knowing the shown one; each can be taken in its place. */
export function OtherEditions({
  words,
  onUse,
}: {
  readonly words: readonly string[]
  readonly onUse: (words: string) => void
}) {
  const t = chapterTexts("dialogs")
  return words.map((one) => (
    <section key={one} className={styles.edition} aria-label={t.otherEdition}>
      <p className={styles.hint}>{t.otherEdition}</p>
      <p dir="auto" className={styles.editionWords}>
        {one}
      </p>
      <Button onClick={() => onUse(one)}>{t.useEdition}</Button>
    </section>
  ))
}
