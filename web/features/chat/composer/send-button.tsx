import { useRef, type MouseEvent } from "react"
import { texts } from "../../../platform/language/texts.ts"
import { Icon } from "../../../ui/icon.tsx"
import styles from "./composer.module.css"

export interface SendButtonProps {
  /** There is nothing to send. */
  readonly isEmpty: boolean
  /** Absent while nothing arrives. */
  readonly onStop: (() => void) | undefined
}

/** The second press of a double one comes within this time of the first, in ms; by when they were made: a slow phone handles both late. */
const doublePressMs = 500

/** Sends, and stops what arrives. An impatient double press only sends, though the stop button has come under it. */
export function SendButton({ isEmpty, onStop }: SendButtonProps) {
  const t = texts().chat
  const sentAtMs = useRef(Number.NEGATIVE_INFINITY)
  const stop = ({ detail, timeStamp }: MouseEvent) => {
    const isByKey = detail === 0
    if (isByKey || timeStamp - sentAtMs.current > doublePressMs) onStop?.()
  }
  if (onStop !== undefined) {
    return (
      <button type="button" className={styles.send} aria-label={t.stop} title={t.stop} onClick={stop}>
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
      onClick={({ timeStamp }) => (sentAtMs.current = timeStamp)}
      // Not disabled: it takes the place of the stop button, and the focus on that must not be lost.
      aria-disabled={isEmpty}
    >
      <Icon name="send" />
    </button>
  )
}
