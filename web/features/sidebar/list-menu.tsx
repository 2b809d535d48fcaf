import { texts } from "../../platform/language/texts.ts"
import { focusComposer } from "../../state/composer-focus.ts"
import { createTemporarySession, deleteAllSessions } from "../../state/conversation-list.ts"
import { conversationStore } from "../../state/conversation-store.ts"
import { IconButton } from "../../ui/button.tsx"
import { askToConfirm } from "../../ui/confirm.tsx"
import { Menu } from "../../ui/menu.tsx"
import { showToast } from "../../ui/toast.tsx"
import { createFolder } from "./new-folder.ts"

/** The actions of the whole list. */
export default function ListMenu({ onOpen }: { readonly onOpen: () => void }) {
  const t = texts().talk
  const deleteAll = async () => {
    const count = conversationStore.getState().order.length
    if (!(await askToConfirm({ text: t.deleteAllConfirm(count), confirm: t.deleteAllButton, danger: true }))) return
    deleteAllSessions()
    showToast({ text: t.deletedAll })
  }
  return (
    <Menu
      defaultOpen
      label={t.listActions}
      trigger={(properties) => <IconButton {...properties} icon="more" label={t.listActions} />}
      items={[
        {
          id: "temporary",
          text: t.temporary,
          icon: "eyeOff",
          onSelect: () => {
            createTemporarySession()
            onOpen()
            focusComposer()
          },
        },
        { id: "folder", text: t.newFolder, icon: "folder", onSelect: () => void createFolder() },
        { id: "all", text: t.deleteAll, icon: "trash", danger: true, onSelect: () => void deleteAll() },
      ]}
    />
  )
}
