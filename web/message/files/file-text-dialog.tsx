import type { FileNote } from "#core/gateway/content.ts"
import { texts } from "../../platform/language/texts.ts"
import { Dialog } from "../../ui/dialog.tsx"
import { PlainText } from "../../markdown/plain-text.tsx"
import styles from "./files.module.css"
import { formatCount } from "./file-size.ts"

export interface FileTextDialogProps {
  readonly note: FileNote
  readonly text: string
  readonly onClose: () => void
}

/** The text of a file, as a model gets it. */
export default function FileTextDialog({ note, text, onClose }: FileTextDialogProps) {
  return (
    <Dialog open onClose={onClose} title={note.name} size="wide">
      {note.isCut && <p className={styles.cut}>{texts().composer.cutHint(formatCount(text.length))}</p>}
      <div className={styles.text} tabIndex={0} role="region" aria-label={note.name}>
        <PlainText text={text} />
      </div>
    </Dialog>
  )
}
