import { useRef, type KeyboardEvent } from "react"
import { texts } from "../platform/texts.ts"
import { Button } from "./button.tsx"
import { Dialog } from "./dialog.tsx"
import { createEmitter, useEmitter } from "./emitter.ts"
import { classNames } from "./class-names.ts"
import field from "./field.module.css"
import styles from "./prompt.module.css"

export interface TextQuestion {
  /** The window's name and the field's. */
  readonly title: string
  readonly value?: string
  readonly placeholder?: string
  /** Lines of the field; default 3. With one line, Enter confirms. */
  readonly rows?: number
}

const defaultRows = 3

const asked = createEmitter<(TextQuestion & { readonly answer: (text: string | undefined) => void }) | undefined>(
  undefined,
)

/** Asks for a text, and resolves to it; undefined when the window was closed instead. */
export function askForText(question: TextQuestion): Promise<string | undefined> {
  asked.get()?.answer(undefined)
  return new Promise((resolve) => {
    asked.set({
      ...question,
      answer: (text) => {
        asked.set(undefined)
        resolve(text)
      },
    })
  })
}

/** Mounted once by the application. */
export function PromptHost() {
  const question = useEmitter(asked)
  const box = useRef<HTMLTextAreaElement>(null)
  if (question === undefined) return null
  const t = texts().shell
  const { title, value, placeholder, rows = defaultRows } = question
  const close = () => asked.get()?.answer(undefined)
  const confirm = () => question.answer(box.current?.value ?? "")
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || event.nativeEvent.isComposing) return
    if (rows > 1 && !event.ctrlKey && !event.metaKey) return
    event.preventDefault()
    confirm()
  }
  return (
    <Dialog
      open
      onClose={close}
      title={title}
      actions={
        <>
          <Button onClick={close}>{t.cancel}</Button>
          <Button variant="primary" onClick={confirm}>
            {t.confirm}
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
