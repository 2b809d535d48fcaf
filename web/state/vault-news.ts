import { goTo } from "../platform/browser/navigation.ts"
import { chapterTexts, loadChapters } from "../platform/language/texts.ts"
import { hearVault, keepVault } from "../platform/vault/keep-vault.ts"
import type { VaultTrouble } from "../platform/vault/vault-database.ts"
import { showToast } from "../ui/toast.tsx"
import { noteDecisions } from "./auto-sync.ts"
import { troubleWords } from "./vault-trouble.ts"

/** Keeps the vault up to date, notes what is decided in doing so, and says what is wrong with it. */
export function followVault(): void {
  hearVault(noteDecisions, (trouble) => {
    // Where its words cannot be fetched, it stands in the settings.
    void loadChapters("vault", "sync").then(
      () => tell(trouble),
      () => undefined,
    )
  })
  keepVault()
}

/** How long it can be read, in ms. */
const troubleMs = 15_000

/** Whoever writes on believes that all of it is on the other devices. */
function tell(trouble: VaultTrouble): void {
  const open = () =>
    void import("./vault-store.ts").then(({ openVaultDialog }) => {
      goTo("/settings")
      openVaultDialog({ kind: "vault" })
    })
  showToast({
    text: troubleWords(trouble),
    action: { text: chapterTexts("sync").open, onClick: open },
    durationMs: troubleMs,
  })
}
