import { StrictMode } from "react"
import { createRoot } from "react-dom/client"
import { App } from "./app.tsx"
import { prepareMessages } from "./features/chat/list/message-list.tsx"
import { CrashBoundary } from "./features/crash/crash-boundary.tsx"
import { PortableDialogs } from "./features/portable/portable-dialogs.tsx"
import { WipeDialog } from "./features/wipe/wipe-dialog.tsx"
import { watchHashLinks } from "./platform/browser/hash-links.ts"
import { watchHistory } from "./platform/browser/history-layers.ts"
import { currentLocale } from "./platform/language/language.ts"
import { keepInstallPrompt } from "./platform/browser/install-prompt.ts"
import { fetchMissingStyles } from "./platform/browser/missing-styles.ts"
import {
  areRecordsAdopted,
  areSettingsAdopted,
  hasAncestorData,
  markRecordsAdopted,
  markSettingsAdopted,
} from "./platform/storage/settings-adopted.ts"
import { reloadWhenStale } from "./platform/browser/reload-stale-page.ts"
import { serverOrigin } from "./platform/gateway/server-address.ts"
import { loadTexts, withChapters } from "./platform/language/texts.ts"
import { contributions } from "./contributions.ts"
import { fetchAhead } from "./fetch-ahead.ts"
import { whenIdle } from "./platform/browser/when-idle.ts"
import { startAccess } from "./state/access-store.ts"
import { provideContributions } from "./state/contributions.ts"
import { startConfig } from "./state/config-store.ts"
import { conversationStore } from "./state/conversation-store.ts"
import { startConversations } from "./state/start-conversations.ts"
import { isOnlyHere } from "./state/only-here.ts"
import { offerReload } from "./ui/lazy-part.tsx"

/** So long is the storage waited for before anything is drawn, in ms. */
const openingMs = 500

const root = document.getElementById("root")
if (root === null) throw new Error("index.html has no #root")

reloadWhenStale(reloadOrAsk)
fetchMissingStyles()
keepInstallPrompt()
watchHashLinks()
watchHistory()
provideContributions(contributions)
startConfig()
// Whoever has stored conversations reads one of them first.
if (localStorage.length > 0) void prepareMessages()
const opened = startConversations()
await loadTexts(currentLocale())
// They are drawn once: the greeting of an empty conversation would be gone as soon as it had been seen.
if (localStorage.length > 0)
  await Promise.race([opened.catch(() => undefined), new Promise((late) => setTimeout(late, openingMs))])
const page = createRoot(root)
if (import.meta.env.PROSA_APP && serverOrigin() === "") {
  const code = withChapters(import("./features/settings/server-screen.tsx"), "server")
  // Not awaited here: that code waits for the end of this file.
  void code.then(({ askForServer }) => askForServer(page))
} else start()

function start(): void {
  page.render(
    <StrictMode>
      <CrashBoundary>
        <App />
      </CrashBoundary>
      <CrashBoundary screen="wipe">
        <PortableDialogs />
        <WipeDialog />
      </CrashBoundary>
    </StrictMode>,
  )
  startAccess()
  fetchAhead()
  whenIdle(() => void adoptEarlierData().catch(() => undefined))
  if (localStorage["nk-sync"]) whenIdle(() => void import("./state/auto-sync.ts").then((sync) => sync.startAutoSync()))
  if ("nk-vault" in localStorage)
    whenIdle(() => void import("./state/vault-news.ts").then((vault) => vault.followVault()))
}

/** Where a reload would cost what was said, or tear an answer that arrives, whoever reads it decides about it. */
function reloadOrAsk(reload: () => void): void {
  if (isOnlyHere() || Object.keys(conversationStore.getState().live).length > 0) offerReload(reload)
  else reload()
}

/** Takes over NextChat's stored data once the page is idle. */
async function adoptEarlierData(): Promise<void> {
  // Not the first visit.
  if (areSettingsAdopted() && areRecordsAdopted())
    return (await import("./features/offline/start-offline.ts")).startOffline()
  if (!(await hasAncestorData())) {
    markSettingsAdopted()
    return markRecordsAdopted()
  }
  await (await import("./state/adopt-ancestor.ts")).adoptAncestor()
}
