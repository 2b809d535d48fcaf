import type { Session } from "#core/conversation/session.ts"
import { texts } from "../../platform/language/texts.ts"
import { useConversations } from "../../state/conversation-store.ts"
import { Dialog } from "../../ui/dialog.tsx"
import { Icon } from "../../ui/icon.tsx"
import styles from "./folder-dialog.module.css"
import { fileRow } from "./move-row.ts"
import { createFolder } from "./new-folder.ts"

export interface FolderDialogProps {
  readonly session: Session
  readonly open: boolean
  readonly onClose: () => void
}

/** The folders a conversation can be put into, a new one, or none. */
export function FolderDialog({ session, open, onClose }: FolderDialogProps) {
  const t = texts().talk
  const byId = useConversations((state) => state.folders)
  const folders = Object.values(byId).sort((a, b) => a.createdAt - b.createdAt)
  const chosen = session.folderId !== undefined && byId[session.folderId] ? session.folderId : undefined
  const put = (folderId: string | undefined) => {
    onClose()
    fileRow(session.id, folderId)
  }
  const putIntoNew = async () => {
    onClose()
    const folderId = await createFolder()
    if (folderId !== undefined) fileRow(session.id, folderId)
  }
  return (
    <Dialog open={open} onClose={onClose} title={t.moveToFolder} size="small">
      <ul role="list" className={styles.folders}>
        {folders.map(({ id, name }) => (
          <li key={id}>
            <button type="button" aria-pressed={id === chosen} onClick={() => put(id)}>
              <Icon name="folder" />
              <span>{name}</span>
              {id === chosen && <Icon name="check" />}
            </button>
          </li>
        ))}
        {chosen !== undefined && (
          <li>
            <button type="button" onClick={() => put(undefined)}>
              <Icon name="close" />
              <span>{t.noFolder}</span>
            </button>
          </li>
        )}
        <li>
          <button type="button" onClick={() => void putIntoNew()}>
            <Icon name="plus" />
            <span>{t.newFolder}</span>
          </button>
        </li>
      </ul>
    </Dialog>
  )
}
