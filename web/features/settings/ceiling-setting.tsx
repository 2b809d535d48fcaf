import { useState } from "react"
import { microReais } from "#core/lib/micro-reais.ts"
import { parseMoney, typedMoney } from "../../platform/language/money.ts"
import { chapterTexts } from "../../platform/language/texts.ts"
import { classNames } from "../../ui/class-names.ts"
import field from "../../ui/field.module.css"
import { Setting } from "../../ui/setting.tsx"
import styles from "./settings.module.css"

export interface CeilingSettingProps {
  readonly title: string
  readonly hint: string
  /** Micro-reais; 0 for none. */
  readonly value: number
  readonly onChange: (value: number) => void
}

/** An amount in reais that may be left empty. What is no amount changes nothing and says so. */
export function CeilingSetting({ title, hint, value, onChange }: CeilingSettingProps) {
  const t = chapterTexts("settings")
  const [draft, setDraft] = useState(() => typed(value))
  const amount = draft.trim() === "" ? 0 : parseMoney(draft)
  const wrong = amount === undefined
  const change = (text: string) => {
    setDraft(text)
    const typedAmount = text.trim() === "" ? 0 : parseMoney(text)
    if (typedAmount !== undefined) onChange(typedAmount)
  }
  return (
    <Setting
      title={title}
      hint={hint}
      note={
        wrong && (
          <p role="alert" className={styles.bad}>
            {t.ceilingWrong}
          </p>
        )
      }
    >
      {(ids) => (
        // An amount is written from left to right in every language, its sign first.
        <span className={styles.money} dir="ltr" data-wide>
          <span aria-hidden="true">R$</span>
          <input
            {...ids}
            className={classNames(field.field, styles.amount)}
            inputMode="decimal"
            autoComplete="off"
            value={draft}
            placeholder={t.ceilingPlaceholder}
            aria-invalid={wrong}
            onChange={(event) => change(event.target.value)}
            onBlur={() => {
              if (!wrong) setDraft(typed(amount))
            }}
          />
        </span>
      )}
    </Setting>
  )
}

function typed(value: number): string {
  return value === 0 ? "" : typedMoney(microReais(value))
}
