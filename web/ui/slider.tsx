import styles from "./slider.module.css"

export interface SliderProps {
  readonly id?: string
  readonly value: number
  readonly min: number
  readonly max: number
  readonly step?: number
  readonly onChange: (value: number) => void
  /** Formats the value, for the label beside the slider and for screen readers. */
  readonly present: (value: number) => string
  readonly "aria-label"?: string
  readonly "aria-describedby"?: string
}

/** A slider for a number. */
export function Slider({ value, onChange, present, id, ...rest }: SliderProps) {
  return (
    <span className={styles.wrap} data-wide>
      <input
        {...rest}
        id={id}
        type="range"
        className={styles.range}
        value={value}
        aria-valuetext={present(value)}
        onChange={(event) => onChange(event.target.valueAsNumber)}
      />
      <output className={styles.value} htmlFor={id} dir="auto">
        {present(value)}
      </output>
    </span>
  )
}
