import { conversationStore } from "../../state/conversation-store.ts"

/** Shows on the icon of the installed page how many answers have ended while nobody was looking. */
export function countUnseen(): void {
  if (!("setAppBadge" in navigator)) return
  let unseen = 0
  conversationStore.subscribe(({ live }, { live: before }) => {
    if (live === before || !document.hidden) return
    const ended = Object.keys(before).filter((id) => !(id in live)).length
    if (ended === 0) return
    unseen += ended
    // A page that is not installed has no icon.
    navigator.setAppBadge(unseen).catch(() => undefined)
  })
  document.addEventListener("visibilitychange", () => {
    if (document.hidden || unseen === 0) return
    unseen = 0
    navigator.clearAppBadge().catch(() => undefined)
  })
}
