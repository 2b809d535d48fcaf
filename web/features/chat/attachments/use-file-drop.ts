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
      if (isElsewhere || isTextMeant(event.clipboardData)) return
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

/** Office programs put a picture of the text beside the text. Some systems put a copied file's name beside the file. */
function isTextMeant(data: DataTransfer | null): boolean {
  const text = data?.getData("text/plain").trim() ?? ""
  const names = [...(data?.files ?? [])].map(({ name }) => name)
  const isNames = text.split(/[\r\n]+/).every((line) => names.some((name) => line.endsWith(name)))
  return text !== "" && !isNames
}

/** False where there is no file among it. */
function attach(sessionId: string, data: DataTransfer | null): boolean {
  const items = [...(data?.items ?? [])].filter(({ kind }) => kind === "file")
  const given = items.flatMap((item) => {
    const file = item.getAsFile()
    return file === null ? [] : [{ file, isFolder: item.webkitGetAsEntry()?.isDirectory === true }]
  })
  const folders = given.filter(({ isFolder }) => isFolder).map(({ file }) => file)
  if (given.length > 0) {
    void attachFiles(
      sessionId,
      given.map(({ file }) => file),
      new Set(folders),
    )
  }
  return given.length > 0
}
