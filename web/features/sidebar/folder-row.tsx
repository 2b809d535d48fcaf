import { useState } from "react"
import type { Folder } from "#core/conversation/folder.ts"
import { texts } from "../../platform/language/texts.ts"
import { dispatch } from "../../state/conversation-store.ts"
import { IconButton } from "../../ui/button.tsx"
import { Icon } from "../../ui/icon.tsx"
import { lazyPart } from "../../ui/lazy-part.tsx"
import styles from "./chat-list.module.css"
import { renameFolder } from "./rename-row.ts"

const FolderMenu = lazyPart(() => import("./folder-menu.tsx"))

/** A folder in the list: pressed, it shows or hides its conversations; dropped on, it takes one in. */
export function FolderRow({ folder, count }: { readonly folder: Folder; readonly count: number }) {
  const t = texts().talk
  const [isWanted, setWanted] = useState(false)
  const more = (
    <IconButton
      size="small"
      icon="more"
      label={t.folderActions(folder.name)}
      aria-haspopup="menu"
      aria-expanded={false}
      onClick={() => setWanted(true)}
    />
  )
  return (
    <div className={styles.folder} data-folder={folder.id}>
      <button
        type="button"
        className={styles.folderName}
        aria-expanded={!folder.collapsed}
        title={t.folderCount(count)}
        aria-keyshortcuts="F2"
        onClick={() => dispatch({ type: "folder-collapsed", folderId: folder.id, collapsed: !folder.collapsed })}
        onKeyDown={(event) => event.key === "F2" && void renameFolder(folder)}
      >
        <Icon name="chevron" size={14} />
        <Icon name="folder" size={16} />
        <span>{folder.name}</span>
        <small aria-hidden="true">{count}</small>
      </button>
      <FolderMenu wanted={isWanted} fallback={more} onMissing={() => setWanted(false)} folder={folder} />
    </div>
  )
}
