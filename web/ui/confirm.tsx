import { useId } from "react"
import { texts } from "../platform/language/texts.ts"
import { Button } from "./button.tsx"
import styles from "./confirm.module.css"
import dialogStyles from "./dialog.module.css"
import { classNames } from "./class-names.ts"
import { createEmitter, useEmitter } from "./emitter.ts"
import { useSheet } from "./use-modal.ts"

export interface Question {
  readonly text: string
  /** The values that would change, one a line. */
  readonly facts?: readonly { readonly name: string; readonly value: string }[]
  /** The text of the confirming button; default "Confirmar". */
  readonly confirm?: string
  /** Confirming deletes something. */
  readonly danger?: boolean
}

const asked = createEmitter<(Question & { readonly answer: (yes: boolean) => void }) | undefined>(undefined)

/** Asks the user to confirm and resolves to the answer. Closing the window in any other way means no. */
export function askToConfirm(question: Question): Promise<boolean> {
  asked.get()?.answer(false)
  return new Promise((resolve) => {
    asked.set({
      ...question,
      answer: (yes) => {
        asked.set(undefined)
        resolve(yes)
      },
    })
  })
}

/** Mounted once by the application. */
export function ConfirmHost() {
  const question = useEmitter(asked)
  const id = useId()
  const no = () => asked.get()?.answer(false)
  const { ref, onBackdrop } = useSheet(question !== undefined, no)
  if (question === undefined) return null
  return (
    <dialog
      ref={ref}
      role="alertdialog"
      className={classNames(dialogStyles.dialog, dialogStyles.small)}
      aria-labelledby={id}
      onClose={no}
      onMouseDown={onBackdrop}
    >
      <div className={dialogStyles.body}>
        <p id={id} className={styles.question}>
          {question.text}
        </p>
        {question.facts && (
          <dl className={styles.facts}>
            {question.facts.map(({ name, value }) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        )}
        <div className={styles.answers}>
          <Button onClick={no}>{texts().shell.cancel}</Button>
          <Button variant={question.danger ? "danger" : "primary"} onClick={() => question.answer(true)}>
            {question.confirm ?? texts().shell.confirm}
          </Button>
        </div>
      </div>
    </dialog>
  )
}
