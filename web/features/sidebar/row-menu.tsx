import type { RefObject } from "react"
import type { Session } from "#core/conversation/session.ts"
import { texts } from "../../platform/texts.ts"
import { dispatch } from "../../state/conversation-store.ts"
import { IconButton } from "../../ui/button.tsx"
import { Menu } from "../../ui/menu.tsx"
import { askForText } from "../../ui/prompt.tsx"
import { deleteWithUndo } from "./delete-with-undo.ts"

export interface RowMenuProps {
  readonly session: Session
  /** The row itself, where the focus returns: the menu goes when the focus leaves the row. */
  readonly link: RefObject<HTMLAnchorElement | null>
  readonly className?: string | undefined
}

/** What can be done with a conversation without opening it. */
export default function RowMenu({ session, link, className }: RowMenuProps) {
  const t = texts().shell
  const rename = async () => {
    link.current?.focus()
    const topic = (await askForText({ title: t.newTitle, value: session.topic, rows: 1 }))?.trim()
    if (topic) dispatch({ type: "session-renamed", sessionId: session.id, topic })
  }
  return (
    <Menu
      label={t.conversationActions}
      trigger={(properties) => (
        <IconButton {...properties} size="small" icon="more" label={t.conversationActions} className={className} />
      )}
      items={[
        { id: "rename", text: t.rename, icon: "edit", onSelect: () => void rename() },
        {
          id: "delete",
          text: t.delete,
          icon: "trash",
          danger: true,
          onSelect: () => deleteWithUndo(session.id, link.current),
        },
      ]}
    />
  )
}
