import { useEffect, useRef, type KeyboardEvent } from "react"
import { texts } from "../platform/language/texts.ts"
import { Button } from "./button.tsx"
import { classNames } from "./class-names.ts"
import { Dialog } from "./dialog.tsx"
import field from "./field.module.css"
import type { AskedText } from "./prompt.tsx"
import styles from "./prompt-dialog.module.css"

const defaultRows = 3

interface PromptDialogProps {
  readonly question: AskedText | undefined
  readonly onClose: () => void
}

/** The window that asks for a text, while there is a question; each question has its own. */
export default function PromptDialog({ question, onClose }: PromptDialogProps) {
  return question && <OpenPrompt key={question.id} question={question} onClose={onClose} />
}

function OpenPrompt({ question, onClose }: PromptDialogProps & { readonly question: AskedText }) {
  const box = useRef<HTMLTextAreaElement>(null)
  const { shell: t, talk } = texts()
  const { title, value, placeholder, rows = defaultRows } = question
  const confirm = () => question.answer(box.current?.value ?? "")
  // The window is open by now, and its field has the focus.
  useEffect(() => {
    const { text, end } = question.takeKeys()
    if (text !== "" && box.current) box.current.value = text
    if (end === "Escape") question.answer(undefined)
    if (end === "Enter") question.answer(box.current?.value ?? "")
  }, [question])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || event.nativeEvent.isComposing) return
    if (rows > 1 && !event.ctrlKey && !event.metaKey) return
    event.preventDefault()
    confirm()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      actions={
        <>
          <Button onClick={onClose}>{t.cancel}</Button>
          <Button variant="primary" onClick={confirm}>
            {talk.save}
          </Button>
        </>
      }
    >
      <textarea
        ref={box}
        className={classNames(field.field, styles.text)}
        aria-label={title}
        rows={rows}
        defaultValue={value}
        placeholder={placeholder}
        onKeyDown={onKeyDown}
        onFocus={(event) => event.currentTarget.select()}
        data-autofocus
      />
    </Dialog>
  )
}
