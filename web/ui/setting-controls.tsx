import { useId, useState, type ComponentProps } from "react"
import { plainNumber } from "#core/i18n/plain-number.ts"
import { formatCount } from "../platform/language/format.ts"
import { chapterTexts } from "../platform/language/texts.ts"
import { classNames } from "./class-names.ts"
import field from "./field.module.css"
import slider from "./slider.module.css"
import { PasswordInput } from "./password-input.tsx"
import { Select, type Option } from "./select.tsx"
import { Switch } from "./switch.tsx"
import styles from "./setting-controls.module.css"
import { useSettingIds, useSettingTitle } from "./setting.tsx"

/** The controls of settings, each labelled by the setting it stands in. What is entered counts at once. */

export function SwitchControl(props: { readonly checked: boolean; readonly onChange: (checked: boolean) => void }) {
  return <Switch {...useSettingIds()} {...props} />
}

export function SelectControl<Value extends string>(props: {
  readonly value: Value
  readonly options: readonly Option<Value>[]
  readonly onChange: (value: Value) => void
  /** Its choices are long: on a phone it goes below its words. */
  readonly isWide?: boolean
}) {
  const { isWide = false, ...rest } = props
  const select = <Select<Value> {...useSettingIds()} {...rest} />
  return isWide ? (
    <span className={styles.choice} data-wide>
      {select}
    </span>
  ) : (
    select
  )
}

export interface TextControlProps {
  readonly value: string
  readonly onChange: (value: string) => void
  readonly placeholder?: string
  /** `secret`: hidden until asked for. */
  readonly kind?: "text" | "secret" | "url"
  /** Lines; a long text gets several. */
  readonly rows?: number
  /** Why a text cannot be taken; what is refused is not saved. */
  readonly refuse?: (value: string) => string | undefined
}

/** A text. What cannot be taken stays in the field, and says why once the field is left. */
export function TextControl({ value, onChange, placeholder, kind = "text", rows = 1, refuse }: TextControlProps) {
  const ids = useSettingIds()
  const [draft, setDraft] = useState<string>()
  const [isLeft, setLeft] = useState(false)
  const why = isLeft && draft !== undefined ? refuse?.(draft) : undefined
  const whyId = useId()
  const properties: ComponentProps<"input"> & ComponentProps<"textarea"> = {
    ...ids,
    ...(why === undefined ? {} : { "aria-describedby": `${ids["aria-describedby"]} ${whyId}`, "aria-invalid": true }),
    value: draft ?? value,
    dir: kind === "text" ? "auto" : "ltr",
    placeholder,
    spellCheck: false,
    autoCapitalize: "none",
    autoComplete: "off",
    onChange: ({ target }: { readonly target: { readonly value: string } }) => {
      setLeft(false)
      const isRefused = refuse?.(target.value) !== undefined
      setDraft(isRefused ? target.value : undefined)
      if (!isRefused) onChange(target.value)
    },
    onBlur: () => setLeft(true),
  }
  return (
    <span className={classNames(styles.text, rows > 1 && styles.long)} data-wide>
      {kind === "secret" ? (
        <PasswordInput {...properties} />
      ) : rows > 1 ? (
        <textarea {...properties} rows={rows} className={classNames(field.field, styles.area)} />
      ) : (
        <input
          {...properties}
          className={field.field}
          inputMode={kind === "url" ? "url" : "text"}
          type={kind === "url" ? "url" : "text"}
        />
      )}
      {why !== undefined && (
        <span id={whyId} role="alert" className={styles.refused}>
          {why}
        </span>
      )}
    </span>
  )
}

export interface NumberControlProps {
  readonly value: number
  readonly least: number
  readonly most: number
  readonly step?: number
  readonly onChange: (value: number) => void
  /** The value for a typed text; outside the range, a fixed value. */
  readonly clamp: (value: number) => number
  /** No slider is shown: a range of hundreds of thousands needs a number field. */
  readonly noBar?: boolean
}

/** A number, along a bar and typed. */
export function NumberControl({ value, least, most, step = 1, onChange, clamp, noBar = false }: NumberControlProps) {
  const ids = useSettingIds()
  const title = useSettingTitle()
  const t = chapterTexts("settings")
  const noteId = useId()
  const [draft, setDraft] = useState<string>()
  const typed = draft === undefined ? value : Number.parseFloat(draft)
  const isOutside = draft !== undefined && draft.trim() !== "" && !(typed >= least && typed <= most)
  return (
    <span className={styles.numberWrap} data-wide>
      <span className={styles.number}>
        {!noBar && (
          <input
            type="range"
            className={slider.range}
            aria-label={title}
            min={least}
            max={most}
            step={step}
            value={value}
            onChange={(event) => {
              setDraft(undefined)
              onChange(clamp(event.target.valueAsNumber))
            }}
          />
        )}
        <input
          {...ids}
          ref={takeEverySign}
          type="number"
          className={classNames(field.field, styles.numberField)}
          inputMode="decimal"
          min={least}
          max={most}
          step={step}
          value={draft ?? String(value)}
          aria-invalid={isOutside}
          {...(isOutside ? { "aria-describedby": `${ids["aria-describedby"]} ${noteId}` } : {})}
          onChange={(event) => {
            setDraft(event.target.value)
            onChange(clamp(Number.parseFloat(event.target.value)))
          }}
          onBlur={() => setDraft(undefined)}
          onKeyDown={(event) => {
            if (event.key === "Enter") setDraft(undefined)
          }}
        />
      </span>
      {isOutside && (
        <span id={noteId} role="status" className={styles.outside}>
          {t.outOfRange(formatCount(least), formatCount(most), formatCount(value))}
        </span>
      )}
    </span>
  )
}

/** A number field drops what the browser's own language does not write in numbers: a comma, another script's digits. */
function takeEverySign(input: HTMLInputElement | null): (() => void) | undefined {
  if (input === null) return undefined
  const translate = (event: InputEvent) => {
    const plain = event.data === null ? null : plainNumber(event.data)
    if (plain === null || plain === event.data) return
    event.preventDefault()
    // The caret of a number input is nobody's to read, so the text can only be put in its place by the browser.
    document.execCommand("insertText", false, plain)
  }
  input.addEventListener("beforeinput", translate)
  return () => input.removeEventListener("beforeinput", translate)
}
