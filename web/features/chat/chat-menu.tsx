import { chapterTexts, texts } from "../../platform/language/texts.ts"
import { dispatch, useConversations } from "../../state/conversation-store.ts"
import { useActions } from "../../state/contributions.ts"
import { menuItems } from "../../ui/action.ts"
import { askToConfirm } from "../../ui/confirm.tsx"
import { Icon } from "../../ui/icon.tsx"
import { Menu } from "../../ui/menu.tsx"
import { showToast } from "../../ui/toast.tsx"
import { askForText } from "../../ui/prompt.tsx"
import { openChatDialog } from "./dialogs/chat-dialogs.ts"
import { clearContext } from "./turn/clear-context.ts"

/** The actions of the open conversation. */
export default function ChatMenu({
  sessionId,
  className,
}: {
  readonly sessionId: string
  readonly className?: string | undefined
}) {
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
  return (
    <Menu
      defaultOpen
      label={talk.conversation}
      about={isEmpty ? undefined : shell.messageCount(session.messageCount)}
      trigger={(properties) => (
        <button
          {...properties}
          type="button"
          className={className}
          aria-label={talk.conversation}
          title={talk.conversation}
        >
          <Icon name="chevron" size={16} />
        </button>
      )}
      items={[
        { id: "rename", text: shell.rename, icon: "edit", onSelect: () => void rename() },
        {
          id: "title",
          text: chapterTexts("dialogs").renewTitle,
          icon: "retry",
          disabled: isEmpty,
          onSelect: () => void renewTitle(sessionId),
        },
        {
          id: "memory",
          text: talk.memory,
          icon: "bulb",
          onSelect: () => openChatDialog({ kind: "memory", sessionId }),
        },
        {
          id: "settings",
          text: chapterTexts("masks").chatSettings,
          icon: "settings",
          onSelect: () => openChatDialog({ kind: "settings", sessionId }),
        },
        {
          id: "mask",
          text: chapterTexts("masks").change,
          icon: "mask",
          onSelect: () => openChatDialog({ kind: "mask", sessionId }),
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
        {
          id: "reset",
          text: chapterTexts("dialogs").reset,
          icon: "trash",
          danger: true,
          disabled: isEmpty,
          onSelect: () => void reset(sessionId),
        },
      ]}
    />
  )
}

/** Makes a new title, and says where that failed. */
async function renewTitle(sessionId: string): Promise<void> {
  const t = chapterTexts("dialogs")
  showToast({ text: t.renewingTitle })
  const isDone = await import("./turn/name-session.ts")
    .then((module) => module.renewTitle(sessionId))
    .catch(() => false)
  if (!isDone) showToast({ text: t.titleFailed })
}

async function reset(sessionId: string): Promise<void> {
  const t = chapterTexts("dialogs")
  if (!(await askToConfirm({ text: t.resetConfirm, confirm: t.resetButton, danger: true }))) return
  dispatch({ type: "session-reset", sessionId, now: Date.now() })
}
