import { useEffect, useId, useRef } from "react"
import { texts } from "../platform/language/texts.ts"
import { IconButton } from "./button.tsx"
import type { DialogProps } from "./dialog.tsx"
import styles from "./side-panel.module.css"

/**
 * What a `Dialog` shows, beside a screen that stays in use: a panel at its end, as high as the screen. Escape closes it while
 * the focus is in it, and the focus returns to where it was.
 */
export function SidePanel({ onClose, title, children, tools, actions }: Omit<DialogProps, "open" | "size">) {
  const heading = useId()
  const ref = useRef<HTMLElement>(null)
  useEffect(() => {
    const before = document.activeElement
    const panel = ref.current
    ;(panel?.querySelector<HTMLElement>("[data-autofocus]") ?? panel)?.focus()
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
    }
  }, [])
  return (
    <section
      ref={ref}
      role="dialog"
      aria-labelledby={heading}
      tabIndex={-1}
      className={styles.panel}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || event.defaultPrevented) return
        event.preventDefault()
        onClose()
      }}
    >
      <header className={styles.head}>
        <h2 id={heading}>{title}</h2>
        {tools}
        <IconButton icon="close" label={texts().shell.close} onClick={onClose} />
      </header>
      <div className={styles.content}>{children}</div>
      {actions && <footer className={styles.actions}>{actions}</footer>}
    </section>
  )
}
