import { useCallback } from "react"
import { Link, useLocation } from "wouter"
import { texts } from "../../platform/texts.ts"
import { useAccess, selectIsPremium } from "../../state/access-store.ts"
import { createSession } from "../../state/conversation-store.ts"
import { Button, ButtonLink, IconButton } from "../../ui/button.tsx"
import { useDrawer } from "../../ui/drawer.tsx"
import { Logo } from "../../ui/logo.tsx"
import { useIsMobile } from "../../ui/use-media.ts"
import { ChatList } from "./chat-list.tsx"
import { ModelAccess } from "./model-access.tsx"
import { SidebarFoot } from "./sidebar-foot.tsx"
import styles from "./sidebar.module.css"
import { useChatKeys } from "./use-chat-keys.ts"

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
      <Brand onClose={isMobile ? drawer.close : undefined} />
      <div className={styles.actions}>
        <Button
          variant="primary"
          icon="plus"
          className={styles.grow}
          onClick={() => {
            createSession()
            openChat()
          }}
        >
          {t.newConversation}
        </Button>
        <ButtonLink href="/search-chat" icon="search">
          {t.search}
        </ButtonLink>
      </div>
      <ChatList onOpen={openChat} onHome={() => go("/")} />
      <ModelAccess />
      <SidebarFoot />
    </div>
  )
}

function Brand({ onClose }: { readonly onClose?: (() => void) | undefined }) {
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
      {onClose && <IconButton icon="close" label={t.close} onClick={onClose} />}
    </div>
  )
}
