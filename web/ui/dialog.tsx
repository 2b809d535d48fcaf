import { useId, useState, type ReactNode } from "react"
import { texts } from "../platform/language/texts.ts"
import { IconButton } from "./button.tsx"
import { classNames } from "./class-names.ts"
import styles from "./dialog.module.css"
import { useSheet } from "./use-modal.ts"

export interface DialogProps {
  readonly open: boolean
  readonly onClose: () => void
  readonly title: string
  readonly children: ReactNode
  /** Further things to do with it, before the buttons of the window itself. */
  readonly tools?: ReactNode
  /** Buttons at the bottom, the main one last. */
  readonly actions?: ReactNode
  readonly size?: "small" | "normal" | "wide"
  /** `onClose` may ask something first, and leave the window open. */
  readonly asksFirst?: boolean
}

/**
 * A modal window on the platform's own `<dialog>`: it keeps the focus inside, closes on Escape and on a click outside,
 * and returns the focus to where it was. A button toggles full screen.
 */
export function Dialog(props: DialogProps) {
  const { open, onClose, title, children, tools, actions, size = "normal", asksFirst } = props
  const heading = useId()
  const { ref, onBackdrop } = useSheet(open, onClose)
  const [isMaximised, setMaximised] = useState(false)
  if (!open) return null
  const t = texts().shell
  return (
    <dialog
      ref={ref}
      className={classNames(styles.dialog, styles[size], isMaximised && styles.maximised)}
      aria-labelledby={heading}
      onCancel={(event) => {
        if (!asksFirst) return
        event.preventDefault()
        onClose()
      }}
      onClose={({ currentTarget }) => {
        // A browser that is told Escape twice closes it in any case.
        if (asksFirst && currentTarget.isConnected) currentTarget.showModal()
        onClose()
      }}
      onMouseDown={onBackdrop}
    >
      <div className={styles.body}>
        <header className={styles.head}>
          <h2 id={heading}>{title}</h2>
          {tools}
          <IconButton
            className={styles.maximise}
            icon={isMaximised ? "minimise" : "maximise"}
            label={isMaximised ? t.restore : t.maximise}
            onClick={() => setMaximised(!isMaximised)}
          />
          <IconButton icon="close" label={t.close} onClick={onClose} />
        </header>
        <div className={styles.content}>{children}</div>
        {actions && <footer className={styles.actions}>{actions}</footer>}
      </div>
    </dialog>
  )
}
