import { useEffect } from "react"
import { conversationStore, selectSession } from "../../state/conversation-store.ts"
import { sortByLastUpdate } from "./chat-groups.ts"

/** Alt or Ctrl with the up and down arrows goes to the chat above and below, in the order they are listed. */
export function useChatKeys(): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== "ArrowUp" && event.key !== "ArrowDown") return
      if (event.altKey === event.ctrlKey || event.shiftKey || event.metaKey) return
      const { order, sessions, currentId } = conversationStore.getState()
      const listed = sortByLastUpdate(order.flatMap((id) => sessions[id] ?? []))
      const at = listed.findIndex((session) => session.id === currentId) + (event.key === "ArrowUp" ? -1 : 1)
      const next = listed[(at + listed.length) % listed.length]
      if (next === undefined) return
      event.preventDefault()
      selectSession(next.id)
    }
    window.addEventListener("keydown", onKeyDown)
    return () => window.removeEventListener("keydown", onKeyDown)
  }, [])
}
