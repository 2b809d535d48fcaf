import styles from "./portable.module.css"

/** A box to tick, with its words beside it. */
export function Check({
  checked,
  onChange,
  text,
}: {
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
  readonly text: string
}) {
  return (
    <label className={styles.check}>
      <input type="checkbox" checked={checked} onChange={(event) => onChange(event.target.checked)} />
      <span>{text}</span>
    </label>
  )
}
