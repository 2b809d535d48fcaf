import { useCallback, useEffect, useRef, useState } from "react"
import { texts } from "../../../platform/language/texts.ts"
import { hasFiles, moveTray, trayOf } from "../../../state/attachment-store.ts"
import { behind, keepDraft, loadDraft, noteField, saveDraft } from "../../../state/drafts.ts"
import { tellDraft } from "../../../state/draft-words.ts"
import { showToast } from "../../../ui/toast.tsx"

/** How long after the last key a draft is stored. */
const quietMs = 250
/** How long the notice about the moved text is shown, in ms. */
const readMs = 6_000

/** The unsent text of one conversation; it survives reloads and crashes. */
export function useDraft(sessionId: string): { readonly text: string; readonly change: (text: string) => void } {
  const [text, setText] = useState("")
  const latest = useRef({ text: "", touched: false, owed: false })
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const store = useCallback(() => {
    clearTimeout(timer.current)
    if (!latest.current.owed) return
    latest.current.owed = false
    saveDraft(sessionId, latest.current.text)
  }, [sessionId])

  const change = useCallback(
    (next: string) => {
      latest.current = { text: next, touched: true, owed: true }
      setText(next)
      clearTimeout(timer.current)
      // An emptied field was sent or thrown away: its draft goes at once.
      if (next === "") store()
      else timer.current = setTimeout(store, quietMs)
    },
    [store],
  )

  useEffect(() => {
    const loading = loadDraft(sessionId).then((draft) => {
      // Typing may have begun before the storage was open: what is typed is newer.
      if (latest.current.touched || draft === "") return
      latest.current.text = draft
      setText(draft)
    })
    const leaveField = noteField(sessionId, (words) => {
      void loading.then(() => change(behind(latest.current.text, words)))
    })
    addEventListener("pagehide", store)
    return () => {
      leaveField()
      removeEventListener("pagehide", store)
      const kept = keepDraft(sessionId, latest.current.text, hasFiles(trayOf(sessionId)))
      if (kept !== undefined) {
        clearTimeout(timer.current)
        moveTray(sessionId, kept)
        showToast({ text: texts().talk.draftKept, durationMs: readMs })
      } else store()
    }
  }, [sessionId, store, change])

  useEffect(() => tellDraft(sessionId, text), [sessionId, text])

  return { text, change }
}
