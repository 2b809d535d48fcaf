import { useRef } from "react"
import { chapterTexts, texts } from "../../../platform/language/texts.ts"
import { Button } from "../../../ui/button.tsx"
import { classNames } from "../../../ui/class-names.ts"
import { Dialog } from "../../../ui/dialog.tsx"
import field from "../../../ui/field.module.css"
import styles from "./chat-dialogs.module.css"
import { useCopy } from "../../../ui/use-copy.ts"

/** A message's text as it was written, to take a part of: on a phone, selecting in the middle of a chat is a game of skill. */
export default function TextDialog({ text, onClose }: { readonly text: string; readonly onClose: () => void }) {
  const t = texts().talk
  const dialogs = chapterTexts("dialogs")
  const box = useRef<HTMLTextAreaElement>(null)
  const { copied, copy } = useCopy()
  return (
    <Dialog
      open
      onClose={onClose}
      title={t.selectText}
      actions={
        <Button variant="primary" icon={copied ? "check" : "copy"} onClick={() => copy(text)}>
          {copied ? texts().chat.copied : dialogs.copyAll}
        </Button>
      }
    >
      <p className={styles.hint} id="select-text-hint">
        {dialogs.selectTextHint}
      </p>
      <textarea
        ref={box}
        className={classNames(field.field, styles.text, styles.tall)}
        aria-label={t.selectText}
        aria-describedby="select-text-hint"
        readOnly
        value={text}
        data-autofocus
      />
    </Dialog>
  )
}
