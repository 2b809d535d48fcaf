import { useEffect, useState } from "react"
import { attachFiles } from "../../../state/attachment-store.ts"
import { openPortable } from "../../../state/portable-dialog.ts"

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
  const files = given.map(({ file }) => file)
  if (files.some(({ name }) => /\.(zip|json)$/i.test(name))) {
    void importOr(files, () => void attachFiles(sessionId, files, new Set(folders)))
  } else if (files.length > 0) void attachFiles(sessionId, files, new Set(folders))
  return files.length > 0
}

/** An export that is dropped on the page is brought in; anything else is something to ask about. */
async function importOr(files: readonly File[], attach: () => void): Promise<void> {
  const sniffing = await import("../../../platform/portable/sniff.ts").catch(() => undefined)
  const found = sniffing === undefined ? [] : await Promise.all(files.map(sniffing.isExport))
  if (found.includes(true)) openPortable({ kind: "import", files })
  else attach()
}
