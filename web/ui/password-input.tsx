import { useState, type ComponentProps } from "react"
import { texts } from "../platform/language/texts.ts"
import { IconButton } from "./button.tsx"
import { classNames } from "./class-names.ts"
import field from "./field.module.css"
import styles from "./password-input.module.css"

/** A text field whose content is hidden until the user reveals it. */
export function PasswordInput({ className, ...rest }: Omit<ComponentProps<"input">, "type">) {
  const [shown, setShown] = useState(false)
  const { show, hide } = texts().shell
  return (
    // Codes and keys are written from left to right in every language.
    <span className={styles.wrap} dir="ltr" data-wide>
      <input
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        {...rest}
        type={shown ? "text" : "password"}
        className={classNames(field.field, styles.input, className)}
      />
      <IconButton
        className={styles.toggle}
        icon={shown ? "eyeOff" : "eye"}
        label={shown ? hide : show}
        onClick={() => setShown(!shown)}
      />
    </span>
  )
}
