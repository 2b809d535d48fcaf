import { useId } from "react"
import { texts } from "../platform/language/texts.ts"
import { Button } from "./button.tsx"
import { classNames } from "./class-names.ts"
import type { AskedQuestion } from "./confirm.tsx"
import styles from "./confirm.module.css"
import dialogStyles from "./dialog.module.css"
import { useSheet } from "./use-modal.ts"

/**
 * The window of a question to confirm, while there is one. Each question has a window of its own: one that was closed by Escape
 * a moment ago does not open again for the next.
 */
export default function ConfirmDialog({ question }: { readonly question: AskedQuestion | undefined }) {
  return question && <OpenQuestion key={question.id} question={question} />
}

function OpenQuestion({ question }: { readonly question: AskedQuestion }) {
  const id = useId()
  const no = () => question.answer(false)
  const { ref, onBackdrop } = useSheet(true, no)
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
