import { closeChatDialog, type ChatDialog } from "./chat-dialogs.ts"
import { EditDialog } from "./edit-dialog.tsx"
import { MemoryDialog } from "./memory-dialog.tsx"
import { useAskedModel } from "../composer/use-asked-model.ts"
import { chapterTexts, withChapters } from "../../../platform/language/texts.ts"
import { focusConversation } from "../../../state/composer-focus.ts"
import { lazyPart } from "../../../ui/lazy-part.tsx"
import { useRetry } from "../turn/use-send-message.ts"
import { ShortcutsDialog } from "./shortcuts-dialog.tsx"
import { TextDialog } from "./text-dialog.tsx"

const ModelDialog = lazyPart(() => withChapters(import("./model-dialog.tsx"), "model-list"))

const ChangeMaskDialog = lazyPart(() => withChapters(import("../mask/change-mask-dialog.tsx"), "masks"))
const ChatSettingsDialog = lazyPart(() => withChapters(import("../mask/chat-settings-dialog.tsx"), "masks", "settings"))

/** The windows of the chat screen, in one chunk that is loaded with the first of them. */
export default function ChatDialogHost({ dialog }: { readonly dialog: ChatDialog }) {
  switch (dialog.kind) {
    case "memory":
      return <MemoryDialog {...dialog} onClose={closeChatDialog} />
    case "edit":
      return <EditDialog {...dialog} onClose={closeChatDialog} />
    case "text":
      return <TextDialog text={dialog.text} onClose={closeChatDialog} />
    case "model":
      return <ChatModel {...dialog} />
    case "mask":
      return <ChangeMaskDialog sessionId={dialog.sessionId} onClose={closeChatDialog} onMissing={closeChatDialog} />
    case "settings":
      return <ChatSettingsDialog sessionId={dialog.sessionId} onClose={closeChatDialog} onMissing={closeChatDialog} />
    case "shortcuts":
      return <ShortcutsDialog onClose={closeChatDialog} />
  }
}

/** The same list as the composer's, opened by what is said of a conversation's model or by the menu of an answer. */
function ChatModel({ sessionId, answerId }: { readonly sessionId: string; readonly answerId?: string }) {
  const current = useAskedModel(sessionId)
  const retry = useRetry(sessionId, answerId ?? "")
  const again = () => {
    // Nothing outside a sheet can have the focus before it has closed.
    requestAnimationFrame(() => {
      focusConversation()
      retry()
    })
  }
  return (
    <ModelDialog
      sessionId={sessionId}
      current={current}
      onClose={closeChatDialog}
      onMissing={closeChatDialog}
      {...(answerId !== undefined && { title: chapterTexts("model-list").answerWith, onChosen: again })}
    />
  )
}
