import { useState, type RefObject } from "react"
import type { Session } from "#core/conversation/session.ts"
import { texts } from "../../platform/language/texts.ts"
import { useActions } from "../../state/contributions.ts"
import { menuItems } from "../../ui/action.ts"
import { IconButton } from "../../ui/button.tsx"
import { Menu, type MenuItem } from "../../ui/menu.tsx"
import { deleteRow } from "./delete-row.ts"
import { FolderDialog } from "./folder-dialog.tsx"
import { moveRow, pinRow } from "./move-row.ts"
import { renameChat } from "./rename-row.ts"

export interface RowMenuProps {
  readonly session: Session
  /** The row itself, where the focus returns: the menu goes when the focus leaves the row. */
  readonly link: RefObject<HTMLAnchorElement | null>
  readonly className?: string | undefined
}

/** The actions of a conversation in the list. */
export default function RowMenu({ session, link, className }: RowMenuProps) {
  const { shell, talk } = texts()
  const actions = useActions("conversation")
  const [isFiling, setFiling] = useState(false)
  const { id: sessionId, pinned = false } = session
  const rename = () => {
    link.current?.focus()
    void renameChat(session)
  }
  const kept: readonly MenuItem[] = session.temporary
    ? []
    : [
        {
          id: "pin",
          text: pinned ? talk.unpinChat : talk.pinChat,
          icon: "pin",
          onSelect: () => pinRow(sessionId, !pinned),
        },
        { id: "folder", text: talk.moveToFolder, icon: "folder", onSelect: () => setFiling(true) },
        { id: "up", text: talk.moveUp, icon: "send", onSelect: () => moveRow(sessionId, -1) },
        { id: "down", text: talk.moveDown, icon: "down", onSelect: () => moveRow(sessionId, 1) },
      ]
  return (
    <>
      <Menu
        defaultOpen
        label={shell.conversationActions}
        trigger={(properties) => (
          <IconButton
            {...properties}
            size="small"
            icon="more"
            label={shell.conversationActions}
            className={className}
          />
        )}
        items={[
          { id: "rename", text: shell.rename, icon: "edit", onSelect: rename },
          ...menuItems(actions, session),
          ...kept,
          {
            id: "delete",
            text: shell.delete,
            icon: "trash",
            danger: true,
            onSelect: () => deleteRow(sessionId, link.current),
          },
        ]}
      />
      <FolderDialog session={session} open={isFiling} onClose={() => setFiling(false)} />
    </>
  )
}
