import { useEffect, type KeyboardEvent, type RefObject } from "react"
import { classNames } from "./class-names.ts"
import dialogStyles from "./dialog.module.css"
import { Icon } from "./icon.tsx"
import styles from "./menu.module.css"
import type { MenuItem } from "./menu.tsx"
import { useSheet } from "./use-modal.ts"

interface MenuSheetProps {
  readonly id: string
  readonly label: string
  readonly about: string | undefined
  readonly items: readonly MenuItem[]
  readonly list: RefObject<HTMLDivElement | null>
  /** The button that opened it, where the focus returns. */
  readonly button: HTMLElement | null
  readonly onKeyDown: (event: KeyboardEvent) => void
  readonly onSelect: (item: MenuItem) => void
  readonly onClose: () => void
}

/** A menu as a sheet: what is wanted most as large buttons, the other entries below, what destroys last after a line. */
export default function MenuSheet({
  id,
  label,
  about,
  items,
  list,
  button,
  onKeyDown,
  onSelect,
  onClose,
}: MenuSheetProps) {
  const { ref, onBackdrop } = useSheet(true, onClose, button)
  useEffect(() => list.current?.querySelector<HTMLElement>("[role=menuitem]")?.focus(), [list])
  const quick = items.filter(({ isQuick }) => isQuick)
  const firstDanger = items.find(({ danger }) => danger)
  const entry = (item: MenuItem) => (
    <button
      key={item.id}
      type="button"
      role="menuitem"
      tabIndex={-1}
      aria-disabled={item.disabled}
      className={classNames(styles.entry, item.danger && styles.danger, item === firstDanger && styles.apart)}
      onClick={() => {
        if (!item.disabled) onSelect(item)
      }}
    >
      {item.icon && <Icon name={item.icon} size={20} />}
      <span>{item.text}</span>
      {item.note && <small>{item.note}</small>}
    </button>
  )
  return (
    <dialog ref={ref} className={dialogStyles.dialog} aria-label={label} onClose={onClose} onMouseDown={onBackdrop}>
      <div className={dialogStyles.body}>
        {about !== undefined && (
          <p dir="auto" className={styles.about}>
            {about}
          </p>
        )}
        {/* The arrows move between the entries; each of them has the focus in turn. */}
        {/* oxlint-disable-next-line jsx-a11y/interactive-supports-focus */}
        <div ref={list} id={id} role="menu" aria-label={label} className={styles.sheet} onKeyDown={onKeyDown}>
          {quick.length > 0 && (
            <div role="presentation" className={styles.quick}>
              {quick.map(entry)}
            </div>
          )}
          {items.filter(({ isQuick }) => !isQuick).map(entry)}
        </div>
      </div>
    </dialog>
  )
}
