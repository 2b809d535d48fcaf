import { useEffect, useRef } from "react"
import { screenAt } from "#core/screens/screens.ts"
import styles from "./app.module.css"
import { useAccessLink } from "./features/access/use-access-link.ts"
import { TopBanner } from "./features/banner/top-banner.tsx"
import { CrashBoundary } from "./features/crash/crash-boundary.tsx"
import { PagePanelHost } from "./features/artifacts/page-panel-host.tsx"
import { PlansDialog } from "./features/plans/plans-dialog.tsx"
import { PromptsDialog } from "./features/prompts/prompts-dialog.tsx"
import { ShareDialogsHost } from "./features/share/share-dialogs-host.tsx"
import { Sidebar } from "./features/sidebar/sidebar.tsx"
import { useChatKeys } from "./features/sidebar/use-chat-keys.ts"
import { useLocation } from "./platform/browser/links.ts"
import { usePageLocation } from "./platform/browser/navigation.ts"
import { texts } from "./platform/language/texts.ts"
import { hasSidebar, Screens } from "./routes.tsx"
import { useAccess } from "./state/access-store.ts"
import { recoverFocus } from "./state/composer-focus.ts"
import { useConversations } from "./state/conversation-store.ts"
import { isOpening, storageStore } from "./state/storage-state.ts"
import { ConfirmHost } from "./ui/confirm.tsx"
import { Drawer } from "./ui/drawer.tsx"
import { lazyPart } from "./ui/lazy-part.tsx"
import { PromptHost } from "./ui/prompt.tsx"
import { ScreenTagProvider } from "./ui/screen-tag.tsx"
import { ToastHost } from "./ui/toast.tsx"
import { useKeptFocus } from "./ui/use-kept-focus.ts"
import { useIsMobile } from "./ui/use-media.ts"
import { Router } from "wouter"
import { useStore } from "zustand"

const SidebarResizer = lazyPart(() => import("./features/sidebar/sidebar-resizer.tsx"))

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
  useChatKeys(sidebar)
  const isPretend = useAccess((state) => state.config.pretend)
  return (
    <>
      <SkipLink />
      <div className={styles.page}>
        <Banner path={path} />
        <div className={styles.app}>
          {sidebar && !isMobile && (
            <aside className={styles.side} aria-label={t.conversations}>
              <Sidebar />
              <SidebarResizer />
            </aside>
          )}
          <main id="content" className={styles.main} tabIndex={-1}>
            <ScreenTagProvider value={isPretend ? t.demoTag : undefined}>
              <CrashBoundary screen={path}>
                <Screens />
              </CrashBoundary>
            </ScreenTagProvider>
          </main>
          <PagePanelHost />
        </div>
      </div>
      {sidebar && isMobile && (
        <Drawer label={t.conversations}>
          <Sidebar />
        </Drawer>
      )}
      <PlansDialog />
      <PromptsDialog />
      <ShareDialogsHost />
      <ConfirmHost />
      <PromptHost />
      <ToastHost />
    </>
  )
}

/** The way past the sidebar, for the keyboard. The address stays: it would be a place of the history of its own. */
function SkipLink() {
  return (
    <a
      className={styles.skip}
      href="#content"
      onClick={(event) => {
        event.preventDefault()
        document.querySelector<HTMLElement>("#content")?.focus()
      }}
    >
      {texts().shell.skipToContent}
    </a>
  )
}

/** Only above a conversation in which nothing has been said: what is being read and written needs the room. */
function Banner({ path }: { readonly path: string }) {
  const screen = screenAt(path)
  const isKnown = !useStore(storageStore, isOpening)
  const isEmpty = useConversations(({ sessions, currentId }) => sessions[currentId]?.messageCount === 0)
  return isKnown && isEmpty && (screen === "home" || screen === "chat") ? <TopBanner /> : null
}
