import { useEffect } from "react"
import { selectNeighbour } from "#core/conversation/listing.ts"
import { selectSession } from "../../state/conversation-list.ts"
import { conversationStore } from "../../state/conversation-store.ts"

/**
 * Elements in which these keys have another meaning: Alt and an arrow open a select, and a dialog concerns its own
 * chat.
 */
const elsewhere = "select, dialog:not(:has(nav))"

/** Alt or Ctrl with the up and down arrows goes to the chat above and below, in the order they are listed, where a screen has the list at its side or in its drawer. */
export function useChatKeys(isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== "ArrowUp" && event.key !== "ArrowDown") return
      if (event.altKey === event.ctrlKey || event.shiftKey || event.metaKey) return
      if (event.target instanceof Element && event.target.closest(elsewhere)) return
      event.preventDefault()
      selectSession(selectNeighbour(conversationStore.getState(), event.key === "ArrowUp" ? -1 : 1))
    }
    window.addEventListener("keydown", onKeyDown)
    return () => window.removeEventListener("keydown", onKeyDown)
  }, [isOn])
}
