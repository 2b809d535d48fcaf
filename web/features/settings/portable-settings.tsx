import { useEffect, useState } from "react"
import { formatCount, formatList, formatMoment } from "../../platform/language/format.ts"
import { chapterTexts } from "../../platform/language/texts.ts"
import { openImportClient } from "../../platform/portable/import-client.ts"
import { undoableImports, type ImportNote } from "../../platform/portable/import-notes.ts"
import { sourceName } from "../../platform/portable/source-name.ts"
import { undoneText } from "../../platform/portable/undone-text.ts"
import { sharedDatabase } from "../../platform/storage/database.ts"
import { openPortable, usePortableDialog } from "../../state/portable-dialog.ts"
import { Button } from "../../ui/button.tsx"
import { askToConfirm } from "../../ui/confirm.tsx"
import { showToast } from "../../ui/toast.tsx"
import styles from "./settings.module.css"

export function BackupButton() {
  return (
    <Button icon="download" onClick={() => openPortable({ kind: "backup" })}>
      {chapterTexts("portable").backup.button}
    </Button>
  )
}

export function ImportButton() {
  return (
    <Button icon="file" onClick={() => openPortable({ kind: "import", files: [] })}>
      {chapterTexts("portable").import.button}
    </Button>
  )
}

/** The imports that can still be undone. */
export function RecentImports() {
  const t = chapterTexts("portable").import
  const [notes, setNotes] = useState<readonly ImportNote[]>()
  const [busy, setBusy] = useState<string>()
  const isOpen = usePortableDialog((state) => state.open !== undefined)
  useEffect(() => {
    let isWanted = true
    void sharedDatabase()
      .then((database) => (database === undefined ? [] : undoableImports(database, Date.now())))
      .then((found) => isWanted && setNotes(found))
      .catch(() => {})
    return () => {
      isWanted = false
    }
  }, [isOpen, busy])
  const undo = async (importId: string) => {
    if (busy !== undefined || !(await askToConfirm({ text: t.undo, confirm: t.undo, danger: true }))) return
    setBusy(importId)
    const client = openImportClient()
    const answer = await client.ask({ type: "undo", importId })
    client.close()
    setBusy(undefined)
    showToast({ text: answer.type === "undone" ? undoneText(answer) : t.troubles.storage })
  }
  if (notes === undefined || notes.length === 0) return null
  return (
    <ul className={styles.imports}>
      {notes.map(({ id, at, sources, sessions, added }) => (
        <li key={id}>
          <span>
            {t.historyItem(
              formatMoment(at),
              formatList(sources.map(sourceName)),
              formatCount(sessions.length + added.length),
            )}
          </span>
          <Button aria-busy={busy === id} onClick={() => void undo(id)}>
            {t.undo}
          </Button>
        </li>
      ))}
    </ul>
  )
}
