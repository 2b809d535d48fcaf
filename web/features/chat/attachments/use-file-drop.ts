import { useEffect, useState } from "react"
import { attachFiles } from "../../../state/attachment-store.ts"

/** Takes files dropped anywhere on the page, and pictures pasted beside a field. `true`: some are held over the page. */
export function useFileDrop(sessionId: string): boolean {
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    const onDragOver = (event: DragEvent) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      if (event.dataTransfer) event.dataTransfer.dropEffect = "copy"
      setOver(true)
    }
    const onDragLeave = (event: DragEvent) => {
      // Out of the window, not only from one element into the next.
      if (event.relatedTarget === null) setOver(false)
    }
    const onDrop = (event: DragEvent) => {
      setOver(false)
      if (!hasFiles(event)) return
      event.preventDefault()
      attach(sessionId, event.dataTransfer)
    }
    const onPaste = (event: ClipboardEvent) => {
      const isElsewhere = event.target instanceof Element && event.target.closest("input, dialog, [contenteditable]")
      // Office programs put a picture of the text beside the text: the text is meant.
      if (isElsewhere || event.clipboardData?.types.includes("text/plain")) return
      if (attach(sessionId, event.clipboardData)) event.preventDefault()
    }
    addEventListener("dragover", onDragOver)
    addEventListener("dragleave", onDragLeave)
    addEventListener("drop", onDrop)
    addEventListener("paste", onPaste)
    return () => {
      removeEventListener("dragover", onDragOver)
      removeEventListener("dragleave", onDragLeave)
      removeEventListener("drop", onDrop)
      removeEventListener("paste", onPaste)
    }
  }, [sessionId])
  return isOver
}

function hasFiles(event: DragEvent): boolean {
  return event.dataTransfer?.types.includes("Files") ?? false
}

/** False where there is no file among it. */
function attach(sessionId: string, data: DataTransfer | null): boolean {
  const files = [...(data?.files ?? [])]
  if (files.length > 0) void attachFiles(sessionId, files)
  return files.length > 0
}
