import { useId } from "react"
import { authLocations, authTypes } from "#core/plugins/plugin.ts"
import { chapterTexts } from "../../platform/language/texts.ts"
import type { SpecFacts } from "../../platform/plugins/spec-wire.ts"
import field from "../../ui/field.module.css"
import { PasswordInput } from "../../ui/password-input.tsx"
import { Select } from "../../ui/select.tsx"
import { Switch } from "../../ui/switch.tsx"
import type { DraftAuth } from "./plugin-draft.ts"
import styles from "./plugins.module.css"

export interface AccessFormProps {
  readonly auth: DraftAuth
  readonly facts: SpecFacts | undefined
  readonly trouble: "header" | "token" | undefined
  readonly onChange: (auth: DraftAuth) => void
}

/** How a service knows who calls: filled in from its description where that says it. */
export function AccessForm({ auth, facts, trouble, onChange }: AccessFormProps) {
  const t = chapterTexts("plugins")
  const id = useId()
  const { authType, authLocation, authHeader, token, onlyTab } = auth
  const change = (more: Partial<DraftAuth>) => onChange({ ...auth, ...more })
  return (
    <div className={styles.form}>
      <label htmlFor={`${id}-type`}>{t.auth}</label>
      <Select
        id={`${id}-type`}
        value={authType}
        options={authTypes.map((value) => ({ value, text: t.authTypes[value] }))}
        onChange={(value) => change({ authType: value })}
      />
      {authType !== "none" && (
        <>
          <label htmlFor={`${id}-place`}>{t.authLocation}</label>
          <Select
            id={`${id}-place`}
            value={authLocation}
            options={authLocations.map((value) => ({ value, text: t.authLocations[value] }))}
            onChange={(value) => change({ authLocation: value })}
          />
          {authType === "custom" && (
            <>
              <label htmlFor={`${id}-name`}>{t.authHeader}</label>
              <input
                id={`${id}-name`}
                className={field.field}
                value={authHeader}
                dir="ltr"
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
                maxLength={100}
                aria-invalid={trouble === "header" && authHeader !== ""}
                onChange={(event) => change({ authHeader: event.target.value })}
              />
            </>
          )}
          <label htmlFor={`${id}-token`}>{t.token}</label>
          <PasswordInput
            id={`${id}-token`}
            value={token}
            aria-invalid={trouble === "token"}
            aria-describedby={`${id}-hint`}
            maxLength={4_000}
            onChange={(event) => change({ token: event.target.value })}
          />
          <p role="alert" className={styles.wrong}>
            {trouble === "token" ? t.badToken : trouble === "header" && authHeader !== "" ? t.badHeader : ""}
          </p>
          <p id={`${id}-hint`} className={styles.hint}>
            {authType === "basic" ? `${t.basicHint} ` : facts?.auth?.isSignIn ? `${t.signIn} ` : ""}
            {t.tokenHint}
          </p>
          <p className={styles.line}>
            <label htmlFor={`${id}-tab`}>{t.onlyTab}</label>
            <Switch id={`${id}-tab`} checked={onlyTab} onChange={(checked) => change({ onlyTab: checked })} />
          </p>
        </>
      )}
    </div>
  )
}
