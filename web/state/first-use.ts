import { useEffect, useState } from "react"
import { whenIdle } from "../platform/browser/when-idle.ts"
import { attachmentStore } from "./attachment-store.ts"
import { conversationStore } from "./conversation-store.ts"
import { startConversations } from "./start-conversations.ts"

/** Whether there is a message in any conversation. */
export function isAnythingSaid(): boolean {
  return Object.values(conversationStore.getState().sessions).some(({ messageCount }) => messageCount > 0)
}

/** Runs something in an idle moment once anything has been said, or attached in order to be: not while the page is only looked at. */
export function whenUsed(run: () => void): void {
  void startConversations().then(() => {
    if (isAnythingSaid()) return whenIdle(run)
    const begin = () => {
      if (!isAnythingSaid() && !isAnythingAttached()) return
      for (const stop of stops) stop()
      whenIdle(run)
    }
    const stops = [conversationStore.subscribe(begin), attachmentStore.subscribe(begin)]
  })
}

/** Whether anything has been said, attached or begun to be written: what only a conversation needs is fetched from then on. */
export function useIsUsed(): boolean {
  const [isUsed, setUsed] = useState(false)
  useEffect(() => {
    const use = () => setUsed(true)
    whenUsed(use)
    document.addEventListener("input", use, { once: true })
    return () => document.removeEventListener("input", use)
  }, [])
  return isUsed
}

function isAnythingAttached(): boolean {
  return Object.values(attachmentStore.getState()).some((tray) => tray.length > 0)
}
