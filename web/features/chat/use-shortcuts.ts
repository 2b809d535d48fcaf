import { useEffect } from "react"
import { sayPartMissing } from "../../ui/lazy-part.tsx"
import { shortcutOf } from "./shortcuts.ts"

/** Listens for the chat's shortcuts; what they do loads with the first of them. */
export function useShortcuts(focusInput: () => void): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const name = shortcutOf(event)
      // A window that is open has its own keys.
      if (name === undefined || event.isComposing || document.querySelector("dialog[open]") !== null) return
      event.preventDefault()
      if (name === "focusInput") return focusInput()
      void import("./run-shortcut.ts").then(({ runShortcut }) => runShortcut(name), sayPartMissing)
    }
    addEventListener("keydown", onKeyDown)
    return () => removeEventListener("keydown", onKeyDown)
  }, [focusInput])
}
