import type { ComponentProps } from "react"
import { classNames } from "./class-names.ts"
import field from "./field.module.css"
import { Icon } from "./icon.tsx"
import styles from "./select.module.css"

export interface Option<Value extends string> {
  readonly value: Value
  readonly text: string
  readonly lang?: string
  /** It is shown, and cannot be chosen. */
  readonly isDisabled?: boolean
}

export type SelectProps<Value extends string> = Omit<ComponentProps<"select">, "value" | "onChange" | "children"> & {
  readonly value: Value
  readonly options: readonly Option<Value>[]
  readonly onChange: (value: Value) => void
}

/** The platform's own select element in our style. */
export function Select<Value extends string>({ value, options, onChange, className, ...rest }: SelectProps<Value>) {
  return (
    <span className={styles.wrap}>
      <select
        {...rest}
        className={classNames(field.field, styles.select, className)}
        value={value}
        onChange={(event) => {
          const chosen = options.find((option) => option.value === event.target.value)
          if (chosen) onChange(chosen.value)
        }}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value} lang={option.lang} disabled={option.isDisabled}>
            {option.text}
          </option>
        ))}
      </select>
      <Icon name="chevron" />
    </span>
  )
}
