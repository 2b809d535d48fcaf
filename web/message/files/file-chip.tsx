import { useState, type ReactNode } from "react"
import type { FileNote } from "#core/gateway/content.ts"
import { texts } from "../../platform/language/texts.ts"
import { Icon } from "../../ui/icon.tsx"
import { lazyPart } from "../../ui/lazy-part.tsx"
import styles from "./files.module.css"
import { formatSize } from "./file-size.ts"

const FileTextDialog = lazyPart(() => import("./file-text-dialog.tsx"))

export interface FileChipProps {
  readonly note: FileNote
  readonly text: string
  /** Beside it, such as the button that takes it away. */
  readonly children?: ReactNode
}

/** A file: its name, what is known of it, and its text on demand. */
export function FileChip({ note, text, children }: FileChipProps) {
  const t = texts().composer
  const [isOpen, setOpen] = useState(false)
  const facts = [
    formatSize(note.sizeBytes),
    note.pages === undefined ? "" : t.pages(note.pages),
    note.pagesWithoutText === undefined ? "" : t.withoutText(note.pagesWithoutText),
    note.isCut ? t.onlyBeginning : "",
  ]
  return (
    <div className={styles.file}>
      <button type="button" className={styles.face} title={t.viewTextOf(note.name)} onClick={() => setOpen(true)}>
        <span className={styles.icon}>
          <Icon name="file" />
        </span>
        <span className={styles.words}>
          <b dir="auto">{note.name}</b>
          <small>{facts.filter((fact) => fact !== "").join(" · ")}</small>
          <small className={styles.viewText}>{t.viewText}</small>
        </span>
      </button>
      {children}
      {isOpen && (
        <FileTextDialog onMissing={() => setOpen(false)} note={note} text={text} onClose={() => setOpen(false)} />
      )}
    </div>
  )
}
