import { useState, type RefObject } from "react"
import type { Session } from "#core/conversation/session.ts"
import { texts } from "../../platform/texts.ts"
import { copySession } from "../../state/conversation-store.ts"
import { IconButton } from "../../ui/button.tsx"
import { Menu, type MenuItem } from "../../ui/menu.tsx"
import { showToast } from "../../ui/toast.tsx"
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

/** What can be done with a conversation without opening it. */
export default function RowMenu({ session, link, className }: RowMenuProps) {
  const { shell, talk } = texts()
  const [isFiling, setFiling] = useState(false)
  const { id: sessionId, pinned = false } = session
  const rename = () => {
    link.current?.focus()
    void renameChat(session)
  }
  const fork = async () => {
    if ((await copySession(sessionId)) !== undefined) showToast({ text: talk.forked })
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
          { id: "fork", text: talk.fork, icon: "copy", onSelect: () => void fork() },
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
