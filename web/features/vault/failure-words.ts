import { chapterTexts } from "../../platform/language/texts.ts"
import type { SetupFailure } from "../../platform/vault/vault-setup.ts"

/** Why something did not come about, as it is said to a person. */
export function failureWords({ failed, message }: SetupFailure): string {
  const t = chapterTexts("vault")
  if (failed === "refused") return message || t.offline
  return { offline: t.offline, missing: t.missing, over: t.over }[failed]
}
