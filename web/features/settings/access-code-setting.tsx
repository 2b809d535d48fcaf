import { chapterTexts } from "../../platform/language/texts.ts"
import { PasswordInput } from "../../ui/password-input.tsx"
import { AccessCodeResult } from "./access-code-result.tsx"
import { Setting } from "../../ui/setting.tsx"
import { useAccessCode } from "./use-access-code.ts"

export function AccessCodeSetting({ hint }: { readonly hint: string }) {
  const t = chapterTexts("settings")
  const { draft, outcome, change, checkNow } = useAccessCode()
  return (
    <Setting title={t.accessCode} hint={hint} note={<AccessCodeResult outcome={outcome} onRetry={checkNow} />}>
      {(ids) => (
        <PasswordInput
          {...ids}
          value={draft}
          placeholder={chapterTexts("access").codePlaceholder}
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
