import { StrictMode } from "react"
import { createRoot } from "react-dom/client"
import { App } from "./app.tsx"
import { CrashBoundary } from "./features/crash/crash-boundary.tsx"
import { WipeDialog } from "./features/wipe/wipe-dialog.tsx"
import { watchHashLinks } from "./platform/hash-links.ts"
import { watchHistory } from "./platform/history-layers.ts"
import { currentLocale } from "./platform/language.ts"
import { fetchMissingStyles } from "./platform/missing-styles.ts"
import { areSettingsAdopted } from "./platform/settings-adopted.ts"
import { reloadWhenStale } from "./platform/stale-page.ts"
import { loadTexts } from "./platform/texts.ts"
import { fetchAhead } from "./fetch-ahead.ts"
import { whenIdle } from "./platform/when-idle.ts"
import { startAccess } from "./state/access-store.ts"
import { startConfig } from "./state/config-store.ts"
import { startConversations } from "./state/conversation-store.ts"

const root = document.getElementById("root")
if (root === null) throw new Error("index.html has no #root")

reloadWhenStale()
fetchMissingStyles()
watchHashLinks()
watchHistory()
startConfig()
void startConversations()
await loadTexts(currentLocale())
createRoot(root).render(
  <StrictMode>
    <CrashBoundary>
      <App />
    </CrashBoundary>
    <CrashBoundary screen="wipe">
      <WipeDialog />
    </CrashBoundary>
  </StrictMode>,
)
startAccess()
fetchAhead()
whenIdle(() => void adoptEarlierSettings().catch(() => undefined))

/** What the app before this one left behind is looked for once the page has nothing better to do. */
async function adoptEarlierSettings(): Promise<void> {
  if (areSettingsAdopted()) return
  await (await import("./state/ancestor-settings.ts")).adoptAncestorSettings()
}
