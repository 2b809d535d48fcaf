import { fileTextOf } from "#core/conversation/attachment.ts"
import { filesOf, type Content } from "#core/gateway/content.ts"
import { FileChip } from "./file-chip.tsx"
import styles from "./files.module.css"

/** The files of a sent message, folded: their text opens on demand. */
export default function MessageFiles({ content }: { readonly content: Content }) {
  return (
    <div className={styles.files}>
      {filesOf(content).map((part, index) =>
        part.file ? <FileChip key={index} note={part.file} text={fileTextOf(part)} /> : null,
      )}
    </div>
  )
}
