import type { VaultTrouble } from "../platform/vault/vault-database.ts"
import { chapterTexts } from "../platform/language/texts.ts"

/** What is wrong with the vault, in a sentence. */
export function troubleWords(trouble: VaultTrouble): string {
  const t = chapterTexts("vault")
  const words: Readonly<Record<VaultTrouble, string>> = {
    offline: t.troubleOffline,
    busy: t.troubleBusy,
    gone: t.troubleGone,
    full: t.troubleFull,
    damaged: t.troubleDamaged,
    local: t.troubleLocal,
  }
  return words[trouble]
}
