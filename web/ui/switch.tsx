import styles from "./switch.module.css"

export interface SwitchProps {
  readonly id?: string
  readonly checked: boolean
  /** It cannot be turned on; beside it stands why. */
  readonly disabled?: boolean
  readonly onChange: (checked: boolean) => void
  readonly "aria-label"?: string
  readonly "aria-describedby"?: string
}

/** A switch that takes effect at once. */
export function Switch({ checked, onChange, ...rest }: SwitchProps) {
  return (
    <input
      {...rest}
      type="checkbox"
      role="switch"
      className={styles.switch}
      checked={checked}
      aria-checked={checked}
      onChange={(event) => onChange(event.target.checked)}
    />
  )
}
