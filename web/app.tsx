import { useEffect, useRef } from "react"
import { sidebarWidthPx } from "#core/settings/app-config.ts"
import styles from "./app.module.css"
import { useAccessLink } from "./features/access/use-access-link.ts"
import { TopBanner } from "./features/banner/top-banner.tsx"
import { CrashBoundary } from "./features/crash/crash-boundary.tsx"
import { PlansDialog } from "./features/plans/plans-dialog.tsx"
import { PromptsDialog } from "./features/prompts/prompts-dialog.tsx"
import { Sidebar } from "./features/sidebar/sidebar.tsx"
import { SidebarResizer } from "./features/sidebar/sidebar-resizer.tsx"
import { useLocation } from "./platform/browser/links.ts"
import { usePageLocation } from "./platform/browser/navigation.ts"
import { texts } from "./platform/language/texts.ts"
import { hasSidebar, Screens } from "./routes.tsx"
import { useAccess } from "./state/access-store.ts"
import { recoverFocus } from "./state/composer-focus.ts"
import { useConfig } from "./state/config-store.ts"
import { ConfirmHost } from "./ui/confirm.tsx"
import { Drawer, DrawerProvider } from "./ui/drawer.tsx"
import { PromptHost } from "./ui/prompt.tsx"
import { ToastHost } from "./ui/toast.tsx"
import { useKeptFocus } from "./ui/use-kept-focus.ts"
import { useIsMobile } from "./ui/use-media.ts"
import { Router } from "wouter"

export function App() {
  return (
    <Router hook={usePageLocation}>
      <Frame />
    </Router>
  )
}

/** A screen disappears together with its focused element: the focus moves to the next screen's content. */
function useFocusOnNewScreen(path: string): void {
  const before = useRef(path)
  useEffect(() => {
    if (before.current !== path) recoverFocus()
    before.current = path
  }, [path])
}

/** The sidebar stands beside the screen on a desktop and above it on a phone. */
function Frame() {
  const [path] = useLocation()
  const isMobile = useIsMobile()
  const t = texts().shell
  useAccessLink()
  useFocusOnNewScreen(path)
  useKeptFocus()
  const sidebar = hasSidebar(path)
  // Where the sidebar is visible, it shows this.
  const isPretend = useAccess((state) => state.config.pretend)
  const isNarrow = useConfig((state) => state.sidebarWidth < sidebarWidthPx.narrowBelow)
  return (
    <DrawerProvider>
      <a className={styles.skip} href="#content">
        {t.skipToContent}
      </a>
      <div className={styles.page}>
        {sidebar && <TopBanner />}
        <div className={styles.app}>
          {sidebar && !isMobile && (
            <aside className={styles.side} aria-label={t.conversations}>
              <Sidebar />
              <SidebarResizer />
            </aside>
          )}
          <main id="content" className={styles.main} tabIndex={-1}>
            {isPretend && (isMobile || !sidebar || isNarrow) && <p className={styles.demo}>{t.demo}</p>}
            <CrashBoundary screen={path}>
              <Screens />
            </CrashBoundary>
          </main>
        </div>
      </div>
      {sidebar && isMobile && (
        <Drawer label={t.conversations}>
          <Sidebar />
        </Drawer>
      )}
      <PlansDialog />
      <PromptsDialog />
      <ConfirmHost />
      <PromptHost />
      <ToastHost />
    </DrawerProvider>
  )
}
