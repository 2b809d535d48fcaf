import type { ScreenAddress } from "#core/screens/screens.ts"
import { useCallback, useState } from "react"
import { Link, useLocation } from "../../platform/browser/links.ts"
import { texts } from "../../platform/language/texts.ts"
import { selectIsPremium, selectIsShutOut, useAccess } from "../../state/access-store.ts"
import { useConfig } from "../../state/config-store.ts"
import { focusComposer } from "../../state/composer-focus.ts"
import { createSession } from "../../state/conversation-list.ts"
import { Button, IconButton } from "../../ui/button.tsx"
import { useDrawer } from "../../ui/drawer.tsx"
import { Icon } from "../../ui/icon.tsx"
import { lazyPart } from "../../ui/lazy-part.tsx"
import { Logo } from "../../ui/logo.tsx"
import { useIsMobile } from "../../ui/use-media.ts"
import { ChatList } from "./chat-list.tsx"
import { InvalidCode, ModelAccess } from "./model-access.tsx"
import { SidebarFoot } from "./sidebar-foot.tsx"
import styles from "./sidebar.module.css"

const SearchMenu = lazyPart(() => import("./search-menu.tsx"))
const ListMenu = lazyPart(() => import("./list-menu.tsx"))

/** The sidebar: the user, the conversations, and the balance. */
export function Sidebar() {
  const t = texts().shell
  const [, navigate] = useLocation()
  const drawer = useDrawer()
  const isMobile = useIsMobile()

  const { close } = drawer
  const go = useCallback(
    (path: ScreenAddress) => {
      close()
      navigate(path)
    },
    [close, navigate],
  )
  const openChat = useCallback(() => go("/chat"), [go])
  const begin = () => {
    createSession()
    openChat()
    focusComposer()
  }

  return (
    <div className={styles.sidebar}>
      <Brand onClose={isMobile ? drawer.close : undefined} onNew={isMobile ? begin : undefined} onOpen={openChat} />
      {isMobile ? (
        <button type="button" className={styles.search} onClick={() => go("/search-chat")}>
          <Icon name="search" />
          {t.search}
        </button>
      ) : (
        <div className={styles.actions}>
          <Button variant="primary" icon="plus" className={styles.grow} title={t.newConversation} onClick={begin}>
            {t.newConversation}
          </Button>
          <Search onSearch={() => go("/search-chat")} />
        </div>
      )}
      <Places />
      <ChatList onOpen={close} onHome={() => go("/")} />
      <InvalidCode />
      {!isMobile && <ModelAccess />}
      <SidebarFoot />
    </div>
  )
}

/** The screens that stand beside the chat: what one begins from, what one makes, and what models may use. */
function Places() {
  const t = texts().shell
  const { close } = useDrawer()
  const [path] = useLocation()
  const mayDraw = useMayDraw()
  const places = [
    { href: "/masks", icon: "mask", text: t.masks },
    ...(mayDraw ? [{ href: "/sd", icon: "image", text: t.images } as const] : []),
    { href: "/plugins", icon: "plug", text: t.plugins },
  ] as const
  return (
    <ul role="list" className={styles.places}>
      {places.map(({ href, icon, text }) => (
        <li key={href}>
          <Link href={href} title={text} aria-current={path === href ? "page" : undefined} onClick={close}>
            <Icon name={icon} />
            <span>{text}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** Whether pictures are wanted, and a model is there to draw them. */
function useMayDraw(): boolean {
  const isWanted = useConfig((config) => config.enableImageGeneration)
  const isOffered = useAccess(({ config }) => config.roles.image !== undefined)
  return isWanted && isOffered
}

/** The menus' code is fetched when they are first wanted. */
function Search({ onSearch }: { readonly onSearch: () => void }) {
  const t = texts().shell
  const [isWanted, setWanted] = useState(false)
  const button = (
    <Button icon="search" title={t.search} aria-haspopup="menu" aria-expanded={false} onClick={() => setWanted(true)}>
      {t.search}
    </Button>
  )
  return <SearchMenu wanted={isWanted} fallback={button} onMissing={() => setWanted(false)} onSearch={onSearch} />
}

function More({ onOpen }: { readonly onOpen: () => void }) {
  const [isWanted, setWanted] = useState(false)
  const button = (
    <IconButton
      icon="more"
      label={texts().talk.listActions}
      aria-haspopup="menu"
      aria-expanded={false}
      onClick={() => setWanted(true)}
    />
  )
  return <ListMenu wanted={isWanted} fallback={button} onMissing={() => setWanted(false)} onOpen={onOpen} />
}

interface BrandProps {
  /** Begins a conversation, where no larger button does. */
  readonly onNew?: (() => void) | undefined
  readonly onClose?: (() => void) | undefined
  readonly onOpen: () => void
}

function Brand({ onClose, onNew, onOpen }: BrandProps) {
  const t = texts().shell
  const isPremium = useAccess(selectIsPremium)
  const isShutOut = useAccess(selectIsShutOut)
  const name = useAccess((state) => state.config.productName)
  return (
    <div className={styles.brand}>
      <Logo size={onClose ? 28 : 34} />
      <div className={styles.names}>
        <div className={styles.name}>
          <Link href="/" className={styles.home} onClick={onClose}>
            {name}
          </Link>
          <span className={isPremium ? styles.premium : styles.free}>
            {isPremium ? t.premium : isShutOut ? t.noCode : t.free}
          </span>
        </div>
        <small>{t.subtitle}</small>
      </div>
      <More onOpen={onOpen} />
      {onNew && <IconButton icon="compose" label={t.newConversation} onClick={onNew} />}
      {onClose && <IconButton icon="close" label={t.close} onClick={onClose} />}
    </div>
  )
}
