import { texts } from "../../../platform/language/texts.ts"
import { Icon } from "../../../ui/icon.tsx"
import styles from "./composer.module.css"

export interface SendButtonProps {
  /** There is nothing to send. */
  readonly isEmpty: boolean
  /** Absent while nothing arrives. */
  readonly onStop: (() => void) | undefined
}

/** Sends, and stops what arrives. */
export function SendButton({ isEmpty, onStop }: SendButtonProps) {
  const t = texts().chat
  if (onStop !== undefined) {
    return (
      <button type="button" className={styles.send} aria-label={t.stop} title={t.stop} onClick={onStop}>
        <span className={styles.stop} />
      </button>
    )
  }
  return (
    <button
      type="submit"
      className={styles.send}
      aria-label={t.send}
      title={t.send}
      // Not disabled: it takes the place of the stop button, and the focus on that must not be lost.
      aria-disabled={isEmpty}
    >
      <Icon name="send" />
    </button>
  )
}
