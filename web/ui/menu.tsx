import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from "react"
import { openLayer } from "../platform/history-layers.ts"
import { classNames } from "./class-names.ts"
import { Icon, type IconName } from "./icon.tsx"
import floating from "./floating.module.css"
import styles from "./menu.module.css"
import { placeBeside } from "./place-beside.ts"

export interface MenuItem {
  readonly id: string
  readonly text: string
  readonly icon?: IconName
  readonly danger?: boolean
  readonly disabled?: boolean
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
  /** Renders the button that opens it, with the given properties spread on it. */
  readonly trigger: (properties: MenuTrigger) => ReactNode
  /** Open from the start: its code was loaded because somebody pressed the button. */
  readonly defaultOpen?: boolean
}

/** How far its button may be carried while a menu stays, in CSS pixels. */
const movedPx = 4

/** A menu of actions: arrows, Home, End and first letters move, Enter acts, Escape, a press elsewhere and a phone's back button close. */
export function Menu({ label, items, trigger, defaultOpen = false }: MenuProps) {
  const id = useId()
  const [open, setOpen] = useState<"first" | "last" | undefined>(defaultOpen ? "first" : undefined)
  const [button, setButton] = useState<HTMLButtonElement | null>(null)
  const list = useRef<HTMLDivElement>(null)
  const isOpen = open !== undefined

  useEffect(() => {
    if (!isOpen || button === null) return
    return openLayer(() => {
      setOpen(undefined)
      button.focus()
    })
  }, [isOpen, button])
  useEffect(() => {
    const menu = list.current
    if (open === undefined || menu === null || button === null) return
    // The top layer keeps it above dialogs and out of scrolling boxes; older browsers get a plain fixed box.
    if ("showPopover" in menu) menu.showPopover()
    placeBeside(menu, button)
    const entries = entriesOf(menu)
    ;(open === "last" ? entries.at(-1) : entries[0])?.focus()
    const close = (event: Event) => {
      const target = event.target
      if (target instanceof Node && (menu.contains(target) || button.contains(target))) return
      setOpen(undefined)
    }
    // Only what carries the button away closes its menu: an answer arriving beside it scrolls, too.
    const anchor = button.getBoundingClientRect()
    const onScroll = (event: Event) => {
      const { left, top } = button.getBoundingClientRect()
      if (Math.hypot(left - anchor.left, top - anchor.top) > movedPx) close(event)
    }
    document.addEventListener("pointerdown", close, true)
    window.addEventListener("resize", close)
    document.addEventListener("scroll", onScroll, true)
    return () => {
      document.removeEventListener("pointerdown", close, true)
      window.removeEventListener("resize", close)
      document.removeEventListener("scroll", onScroll, true)
    }
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
      {isOpen && (
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
  if (key === "ArrowDown") return entries[(at + 1) % entries.length]
  if (key === "ArrowUp") return entries.at(at <= 0 ? -1 : at - 1)
  if (key === "Home") return entries[0]
  if (key === "End") return entries.at(-1)
  if (key.length !== 1 || key === " ") return undefined
  const rest = [...entries.slice(at + 1), ...entries.slice(0, at + 1)]
  return rest.find((entry) => entry.textContent?.trim().toLowerCase().startsWith(key.toLowerCase()))
}
