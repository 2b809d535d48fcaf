import type { Folder } from "#core/conversation/folder.ts"
import { texts } from "../../platform/language/texts.ts"
import { dispatch } from "../../state/conversation-store.ts"
import { IconButton } from "../../ui/button.tsx"
import { askToConfirm } from "../../ui/confirm.tsx"
import { Menu } from "../../ui/menu.tsx"
import { neighbourOf } from "./delete-row.ts"
import { renameFolder } from "./rename-row.ts"

/** The actions of a folder. Its conversations are never deleted with it. */
export default function FolderMenu({ folder }: { readonly folder: Folder }) {
  const t = texts().talk
  const remove = async () => {
    if (!(await askToConfirm({ text: t.folderDeleteConfirm(folder.name), confirm: t.folderDelete, danger: true })))
      return
    const row = document.querySelector<HTMLElement>(`[data-folder="${CSS.escape(folder.id)}"] > button`)
    neighbourOf(row, "li a, [data-folder] > button:first-child")?.focus()
    dispatch({ type: "folder-deleted", folderId: folder.id })
  }
  return (
    <Menu
      defaultOpen
      label={t.folderActions(folder.name)}
      trigger={(properties) => (
        <IconButton {...properties} size="small" icon="more" label={t.folderActions(folder.name)} />
      )}
      items={[
        { id: "rename", text: t.folderRename, icon: "edit", onSelect: () => void renameFolder(folder) },
        { id: "delete", text: t.folderDelete, icon: "trash", danger: true, onSelect: () => void remove() },
      ]}
    />
  )
}
