import { chapterTexts, texts } from "../../../platform/language/texts.ts"
import { mostAttachments, readyAttachments, removeFromTray, type TrayItem } from "../../../state/attachment-store.ts"
import { IconButton } from "../../../ui/button.tsx"
import { VisuallyHidden } from "../../../ui/visually-hidden.tsx"
import styles from "./attachments.module.css"
import { FileChip } from "../../../message/files/file-chip.tsx"
import { formatSize } from "../../../message/files/file-size.ts"
import { TrayImage } from "./tray-image.tsx"

// Here before the message is sent, so that it does not hang on one more file.
void import("../turn/request-images.ts").catch(() => undefined)

export interface AttachmentTrayProps {
  readonly sessionId: string
  readonly items: readonly TrayItem[]
  /** Gives the focus back to the field: what had it is gone. */
  readonly onRemoved: () => void
}

/**
 * The attachments of the message: pictures and files, which can be viewed and removed, and the reasons for refused
 * ones.
 */
export default function AttachmentTray({ sessionId, items, onRemoved }: AttachmentTrayProps) {
  const t = chapterTexts("attachments")
  const remove = (...ids: readonly string[]) => {
    for (const id of ids) removeFromTray(sessionId, id)
    onRemoved()
  }
  const shown = items.filter((item) => item.kind !== "refused")
  const ready = readyAttachments(items).length
  const refusals = refusalsOf(items)
  const isReading = items.some(({ kind }) => kind === "reading")
  return (
    <>
      {shown.length > 0 && (
        <ul role="list" className={styles.tray} aria-label={t.attachments}>
          {shown.map((item) => (
            <li key={item.id}>
              <TrayEntry item={item} onRemove={() => remove(item.id)} />
            </li>
          ))}
        </ul>
      )}
      <div role="alert" className={styles.refusals}>
        {refusals.map(({ ids, text }) => (
          <div key={ids[0]} className={styles.refused}>
            <span>{text}</span>
            <IconButton icon="close" size="small" label={texts().shell.close} onClick={() => remove(...ids)} />
          </div>
        ))}
      </div>
      <VisuallyHidden>
        <span role="status">{!isReading && ready > 0 ? t.attached(ready) : ""}</span>
      </VisuallyHidden>
    </>
  )
}

function TrayEntry({ item, onRemove }: { readonly item: TrayItem; readonly onRemove: () => void }) {
  const t = texts().composer
  const words = chapterTexts("attachments")
  const name = item.kind === "file" ? item.note.name : item.name
  const button = (
    <IconButton
      icon="close"
      size="small"
      className={styles.remove}
      label={words.removeAttachment(name)}
      onClick={onRemove}
    />
  )
  switch (item.kind) {
    case "image":
      return <TrayImage image={item}>{button}</TrayImage>
    case "file":
      return (
        <FileChip note={item.note} text={item.text}>
          {button}
        </FileChip>
      )
    default:
      return (
        <div className={styles.reading}>
          <span className={styles.spinner} />
          <span role="status">{t.reading(name)}</span>
          {button}
        </div>
      )
  }
}

type Refused = Extract<TrayItem, { kind: "refused" }>

/** The notices about refused files: the reason for each, and one line for those beyond the limit. */
function refusalsOf(items: readonly TrayItem[]) {
  const refused = items.filter((item) => item.kind === "refused")
  const leftOut = refused.filter(({ trouble }) => trouble === "too-many")
  const single = leftOut.length > 1 ? refused.filter((item) => !leftOut.includes(item)) : refused
  const lines = single.map((item) => ({ ids: [item.id], text: refusalText(item) }))
  if (leftOut.length <= 1) return lines
  const text = chapterTexts("attachments").leftOut(leftOut.length, String(mostAttachments))
  return [...lines, { ids: leftOut.map(({ id }) => id), text }]
}

function refusalText(item: Refused): string {
  const t = texts().composer
  const words = chapterTexts("attachments")
  const { name, trouble, pages = 0, limitBytes = 0 } = item
  switch (trouble) {
    case "too-large":
      return words.refused[trouble](name, formatSize(limitBytes))
    case "too-many":
      return words.refused[trouble](name, String(mostAttachments))
    case "scanned-pdf":
      return words.refused[trouble](name, t.pages(pages))
    case "not-loaded":
      return `${name}: ${texts().shell.partMissing}`
    default:
      return words.refused[trouble](name)
  }
}
