import { useEffect, useId, useLayoutEffect, useRef, useState, type KeyboardEvent, type ReactNode } from "react"
import { openLayer } from "../platform/browser/history-layers.ts"
import { classNames } from "./class-names.ts"
import { Icon, type IconName } from "./icon.tsx"
import floating from "./floating.module.css"
import styles from "./menu.module.css"
import { nextEntry } from "./next-entry.ts"
import { lazyPart } from "./lazy-part.tsx"
import { useAnchored } from "./use-anchored.ts"
import { useIsMobile } from "./use-media.ts"

const MenuSheet = lazyPart(() => import("./menu-sheet.tsx"))

export interface MenuItem {
  readonly id: string
  readonly text: string
  readonly icon?: IconName
  readonly danger?: boolean
  readonly disabled?: boolean
  /** A few words at the end of its line, such as a price. */
  readonly note?: string | undefined
  /** In a sheet it is one of the few large buttons at the top. */
  readonly isQuick?: boolean
  readonly onSelect: () => void
}

export interface MenuTrigger {
  readonly ref: (element: HTMLButtonElement | null) => void
  readonly "aria-haspopup": "menu"
  readonly "aria-expanded": boolean
  readonly "aria-controls": string | undefined
  readonly onClick: () => void
  readonly onKeyDown: (event: KeyboardEvent) => void
}

export interface MenuProps {
  /** The menu's name. */
  readonly label: string
  readonly items: readonly MenuItem[]
  /** What the menu is about, in one line; shown above the entries of a sheet. */
  readonly about?: string | undefined
  /** Renders the button that opens it, with the given properties spread on it. */
  readonly trigger: (properties: MenuTrigger) => ReactNode
  /** The menu is open from the start, because its code was loaded by a press on its button. */
  readonly defaultOpen?: boolean
}

/**
 * A menu of actions: beside its button, and on a phone a sheet at the lower edge. Arrows, Home, End and first letters move;
 * Enter activates; Escape, a press outside and a phone's back button close it.
 */
export function Menu({ label, items, about, trigger, defaultOpen = false }: MenuProps) {
  const id = useId()
  const [open, setOpen] = useState<"first" | "last" | undefined>(defaultOpen ? "first" : undefined)
  const [button, setButton] = useState<HTMLButtonElement | null>(null)
  const list = useRef<HTMLDivElement>(null)
  const isSheet = useIsMobile()
  const isOpen = open !== undefined
  const isBeside = isOpen && !isSheet

  useEffect(() => {
    if (!isBeside || button === null) return
    return openLayer(() => {
      setOpen(undefined)
      button.focus()
    })
  }, [isBeside, button])
  useAnchored({ isOpen: isBeside, box: list, button, onLeave: () => setOpen(undefined) })
  // Before the next frame, in which a browser would let go of the focus of a button that this menu has replaced.
  useLayoutEffect(() => {
    if (open === undefined || list.current === null || button === null) return
    const entries = entriesOf(list.current)
    ;(open === "last" ? entries.at(-1) : entries[0])?.focus()
  }, [open, button])

  const closeToButton = () => {
    setOpen(undefined)
    button?.focus()
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (list.current === null) return
    if (event.key === "Tab") return setOpen(undefined)
    if (event.key === "Escape") {
      event.preventDefault()
      event.stopPropagation()
      return closeToButton()
    }
    const next = entryFor(event.key, entriesOf(list.current))
    if (next === undefined) return
    event.preventDefault()
    next.focus()
  }

  return (
    <>
      {trigger({
        ref: setButton,
        "aria-haspopup": "menu",
        "aria-expanded": isOpen,
        "aria-controls": open ? id : undefined,
        onClick: () => setOpen(open ? undefined : "first"),
        onKeyDown: (event) => {
          if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return
          event.preventDefault()
          setOpen(event.key === "ArrowUp" ? "last" : "first")
        },
      })}
      {isOpen && isSheet && (
        <MenuSheet
          onMissing={() => setOpen(undefined)}
          label={label}
          about={about}
          items={items}
          onKeyDown={onKeyDown}
          list={list}
          button={button}
          id={id}
          onClose={closeToButton}
          onSelect={(item) => {
            closeToButton()
            item.onSelect()
          }}
        />
      )}
      {isBeside && (
        <div
          ref={list}
          id={id}
          role="menu"
          aria-label={label}
          tabIndex={-1}
          popover="manual"
          className={classNames(floating.floating, styles.menu)}
          onKeyDown={onKeyDown}
        >
          {items.map((item) => (
            <button
              key={item.id}
              type="button"
              role="menuitem"
              tabIndex={-1}
              aria-disabled={item.disabled}
              className={classNames(styles.item, item.danger && styles.danger)}
              onPointerEnter={(event) => event.currentTarget.focus({ preventScroll: true })}
              onClick={() => {
                if (item.disabled) return
                closeToButton()
                item.onSelect()
              }}
            >
              {item.icon && <Icon name={item.icon} />}
              {item.text}
              {item.note && <small>{item.note}</small>}
            </button>
          ))}
        </div>
      )}
    </>
  )
}

function entriesOf(menu: HTMLElement): HTMLElement[] {
  return [...menu.querySelectorAll<HTMLElement>('[role="menuitem"]')]
}

function entryFor(key: string, entries: readonly HTMLElement[]): HTMLElement | undefined {
  const at = entries.findIndex((entry) => entry === document.activeElement)
  const next = nextEntry(
    key,
    entries.map(({ textContent }) => textContent.trim()),
    at,
  )
  return next === undefined ? undefined : entries[next]
}
