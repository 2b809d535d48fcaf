import { useLayoutEffect, type RefObject } from "react"
import { flushSync } from "react-dom"
import { hasEarlyWords, isWritingEarly, takeEarlyWords } from "../../../platform/browser/early-field.ts"
import { conversationStore } from "../../../state/conversation-store.ts"
import { startConversations } from "../../../state/start-conversations.ts"
import { loadDraft } from "../../../state/drafts.ts"
import type { ComposerHandle } from "./composer.tsx"

/** Puts what was written before the application had loaded into the composer, behind the conversation's draft. `onWords`: there is some. */
export function usePreloadedDraft(composer: RefObject<ComposerHandle | null>, onWords: () => void): void {
  useLayoutEffect(() => {
    if (!isWritingEarly()) return
    if (hasEarlyWords()) onWords()
    void handOver(composer)
  }, [composer, onWords])
}

async function handOver(composer: RefObject<ComposerHandle | null>): Promise<void> {
  // Until the storage is open, it is not known which conversation this is.
  await startConversations()
  const draft = await loadDraft(conversationStore.getState().currentId)
  takeEarlyWords(({ text, isSent }) => {
    const whole = [draft, text].filter(Boolean).join("\n")
    if (text !== "") flushSync(() => composer.current?.fill(whole))
    composer.current?.focus()
    const field = document.activeElement
    if (!isSent || field === null) return
    const enter = new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true })
    // If Enter does not send, it inserts a line break.
    if (field.dispatchEvent(enter)) composer.current?.fill(`${whole}\n`)
  })
}
