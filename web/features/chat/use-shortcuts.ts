import { useEffect } from "react"
import { focusComposer } from "../../state/composer-focus.ts"
import { createSession } from "../../state/conversation-list.ts"
import { sayPartMissing } from "../../ui/lazy-part.tsx"
import { shortcutOf } from "./shortcuts.ts"

/**
 * Listens for the chat's shortcuts. What they do loads with the first of them, unless what is typed next would be written
 * elsewhere until then.
 */
export function useShortcuts(focusInput: () => void): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const name = shortcutOf(event)
      // A window that is open has its own keys.
      if (name === undefined || event.isComposing || document.querySelector("dialog[open]") !== null) return
      event.preventDefault()
      if (name === "focusInput") return focusInput()
      if (name === "newChat") {
        createSession()
        return focusComposer()
      }
      void import("./run-shortcut.ts").then(({ runShortcut }) => runShortcut(name), sayPartMissing)
    }
    addEventListener("keydown", onKeyDown)
    return () => removeEventListener("keydown", onKeyDown)
  }, [focusInput])
}
