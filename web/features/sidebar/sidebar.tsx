import { lazy, Suspense, useCallback, useState, type ReactNode } from "react"
import { Link, useLocation } from "wouter"
import { texts } from "../../platform/texts.ts"
import { useAccess, selectIsPremium } from "../../state/access-store.ts"
import { createSession } from "../../state/conversation-store.ts"
import { Button, IconButton } from "../../ui/button.tsx"
import { useDrawer } from "../../ui/drawer.tsx"
import { Logo } from "../../ui/logo.tsx"
import { useIsMobile } from "../../ui/use-media.ts"
import { ChatList } from "./chat-list.tsx"
import { ModelAccess } from "./model-access.tsx"
import { SidebarFoot } from "./sidebar-foot.tsx"
import styles from "./sidebar.module.css"
import { useChatKeys } from "./use-chat-keys.ts"

const SearchMenu = lazy(() => import("./search-menu.tsx"))
const ListMenu = lazy(() => import("./list-menu.tsx"))

/** Who you are, your conversations, and what is left of your balance. */
export function Sidebar() {
  const t = texts().shell
  const [, navigate] = useLocation()
  const drawer = useDrawer()
  const isMobile = useIsMobile()
  useChatKeys()

  const { close } = drawer
  const go = useCallback(
    (path: string) => {
      close()
      navigate(path)
    },
    [close, navigate],
  )
  const openChat = useCallback(() => go("/chat"), [go])

  return (
    <div className={styles.sidebar}>
      <Brand onClose={isMobile ? drawer.close : undefined} onOpen={openChat} />
      <div className={styles.actions}>
        <Button
          variant="primary"
          icon="plus"
          className={styles.grow}
          title={t.newConversation}
          onClick={() => {
            createSession()
            openChat()
          }}
        >
          {t.newConversation}
        </Button>
        <Wanted
          menu={<SearchMenu onSearch={() => go("/search-chat")} />}
          button={(open) => (
            <Button icon="search" title={t.search} aria-haspopup="menu" aria-expanded={false} onClick={open}>
              {t.search}
            </Button>
          )}
        />
      </div>
      <ChatList onOpen={openChat} onHome={() => go("/")} />
      <ModelAccess />
      <SidebarFoot />
    </div>
  )
}

interface WantedProps {
  readonly menu: ReactNode
  /** What stands there until the menu's code has been fetched, which happens when it is first pressed. */
  readonly button: (open: () => void) => ReactNode
}

function Wanted({ menu, button }: WantedProps) {
  const [isWanted, setWanted] = useState(false)
  const standIn = button(() => setWanted(true))
  return isWanted ? <Suspense fallback={standIn}>{menu}</Suspense> : standIn
}

interface BrandProps {
  readonly onClose?: (() => void) | undefined
  readonly onOpen: () => void
}

function Brand({ onClose, onOpen }: BrandProps) {
  const t = texts().shell
  const isPremium = useAccess(selectIsPremium)
  const name = useAccess((state) => state.config.productName)
  return (
    <div className={styles.brand}>
      <Logo />
      <div className={styles.names}>
        <div className={styles.name}>
          <Link href="/" className={styles.home} onClick={onClose}>
            {name}
          </Link>
          <span className={isPremium ? styles.premium : styles.free}>{isPremium ? t.premium : t.free}</span>
        </div>
        <small>{t.subtitle}</small>
      </div>
      <Wanted
        menu={<ListMenu onOpen={onOpen} />}
        button={(open) => (
          <IconButton
            icon="more"
            label={texts().talk.listActions}
            aria-haspopup="menu"
            aria-expanded={false}
            onClick={open}
          />
        )}
      />
      {onClose && <IconButton icon="close" label={t.close} onClick={onClose} />}
    </div>
  )
}
