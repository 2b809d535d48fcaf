import { useEffect, useRef, useState } from "react"
import { copyText } from "../platform/browser/clipboard.ts"
import { texts } from "../platform/language/texts.ts"
import { showToast } from "./toast.tsx"

/** Copies a text and says in passing whether that worked. Resolves to whether it did. */
export async function copyAndSay(text: string): Promise<boolean> {
  const isDone = await copyText(text)
  const t = texts().chat
  showToast({ text: isDone ? t.copied : t.copyFailed })
  return isDone
}

/** Copies a text and says so: on the button, and in passing, as that may have gone with its menu. */
export function useCopy(): { readonly copied: boolean; readonly copy: (text: string) => void } {
  const [copied, setCopied] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const copy = (text: string) => {
    void copyAndSay(text).then((isDone) => {
      if (!isDone) return
      setCopied(true)
      clearTimeout(timer.current)
      timer.current = setTimeout(() => setCopied(false), 2_000)
    })
  }
  return { copied, copy }
}
