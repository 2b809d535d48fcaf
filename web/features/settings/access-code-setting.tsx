import { texts } from "../../platform/texts.ts"
import { PasswordInput } from "../../ui/password-input.tsx"
import { AccessCodeResult } from "./access-code-result.tsx"
import { Setting } from "./setting.tsx"
import { useAccessCode } from "./use-access-code.ts"

export function AccessCodeSetting({ hint }: { readonly hint: string }) {
  const t = texts().settings
  const { draft, outcome, change, checkNow } = useAccessCode()
  return (
    <Setting title={t.accessCode} hint={hint} note={<AccessCodeResult outcome={outcome} onRetry={checkNow} />}>
      {(ids) => (
        <PasswordInput
          {...ids}
          value={draft}
          placeholder={t.accessCodePlaceholder}
          aria-invalid={outcome === "invalid"}
          onChange={(event) => change(event.target.value)}
          onBlur={checkNow}
          onKeyDown={(event) => {
            if (event.key === "Enter") checkNow()
          }}
        />
      )}
    </Setting>
  )
}
