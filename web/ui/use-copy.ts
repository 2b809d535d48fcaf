import { useEffect, useRef, useState } from "react"
import { copyText } from "../platform/clipboard.ts"
import { texts } from "../platform/texts.ts"
import { showToast } from "./toast.tsx"

/** Copies a text and says so: on the button, and in passing, as that may have gone with its menu. */
export function useCopy(): { readonly copied: boolean; readonly copy: (text: string) => void } {
  const [copied, setCopied] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const copy = (text: string) => {
    void copyText(text).then((done) => {
      const t = texts().chat
      showToast({ text: done ? t.copied : t.copyFailed })
      if (!done) return
      setCopied(true)
      clearTimeout(timer.current)
      timer.current = setTimeout(() => setCopied(false), 2_000)
    })
  }
  return { copied, copy }
}
