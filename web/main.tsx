import { StrictMode } from "react"
import { createRoot } from "react-dom/client"
import { App } from "./app.tsx"
import { CrashBoundary } from "./features/crash/crash-boundary.tsx"
import { followHashLink } from "./platform/hash-links.ts"
import { currentLocale } from "./platform/language.ts"
import { reloadWhenStale } from "./platform/stale-page.ts"
import { loadTexts } from "./platform/texts.ts"
import { startAccess } from "./state/access-store.ts"
import { startConfig } from "./state/config-store.ts"
import { startConversations } from "./state/conversation-store.ts"

const root = document.getElementById("root")
if (root === null) throw new Error("index.html has no #root")

reloadWhenStale()
followHashLink()
startConfig()
void startConversations()
await loadTexts(currentLocale())
createRoot(root).render(
  <StrictMode>
    <CrashBoundary>
      <App />
    </CrashBoundary>
  </StrictMode>,
)
startAccess()
