import { texts } from "../../platform/language/texts.ts"
import { dispatch, useConversations } from "../../state/conversation-store.ts"
import { useActions } from "../../state/contributions.ts"
import { menuItems } from "../../ui/action.ts"
import { IconButton } from "../../ui/button.tsx"
import { askToConfirm } from "../../ui/confirm.tsx"
import { Menu } from "../../ui/menu.tsx"
import { askForText } from "../../ui/prompt.tsx"
import { openChatDialog } from "./dialogs/chat-dialogs.ts"
import { clearContext } from "./turn/clear-context.ts"

/** The actions of the open conversation. */
export default function ChatMenu({ sessionId }: { readonly sessionId: string }) {
  const { shell, talk } = texts()
  const actions = useActions("conversation")
  const session = useConversations((state) => state.sessions[sessionId])
  if (session === undefined) return null
  const isEmpty = session.messageCount === 0
  const { pinned = false, topic } = session
  const rename = async () => {
    const name = (await askForText({ title: shell.newTitle, value: topic, rows: 1 }))?.trim()
    if (name) dispatch({ type: "session-renamed", sessionId, topic: name })
  }
  const reset = async () => {
    if (!(await askToConfirm({ text: talk.resetConfirm, confirm: talk.resetButton, danger: true }))) return
    dispatch({ type: "session-reset", sessionId, now: Date.now() })
  }
  return (
    <Menu
      defaultOpen
      label={talk.conversation}
      trigger={(properties) => <IconButton {...properties} icon="more" label={talk.conversation} />}
      items={[
        { id: "rename", text: shell.rename, icon: "edit", onSelect: () => void rename() },
        {
          id: "memory",
          text: talk.memory,
          icon: "bulb",
          onSelect: () => openChatDialog({ kind: "memory", sessionId }),
        },
        ...(session.temporary
          ? []
          : [
              {
                id: "pin",
                text: pinned ? talk.unpinChat : talk.pinChat,
                icon: "pin" as const,
                onSelect: () => dispatch({ type: "session-pinned", sessionId, pinned: !pinned }),
              },
            ]),
        ...menuItems(actions, session),
        {
          id: "clear",
          text: talk.clearContext,
          icon: "cut",
          disabled: isEmpty,
          onSelect: () => clearContext(sessionId),
        },
        { id: "reset", text: talk.reset, icon: "trash", danger: true, disabled: isEmpty, onSelect: () => void reset() },
      ]}
    />
  )
}
