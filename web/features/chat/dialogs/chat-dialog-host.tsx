import { closeChatDialog, type ChatDialog } from "./chat-dialogs.ts"
import { EditDialog } from "./edit-dialog.tsx"
import { withChapters } from "../../../platform/language/texts.ts"
import { lazyPart } from "../../../ui/lazy-part.tsx"

// A waiting question is edited without a connection; the others are fetched when they open.
const MemoryDialog = lazyPart(() => import("./memory-dialog.tsx"))
const ShortcutsDialog = lazyPart(() => import("./shortcuts-dialog.tsx"))
const TextDialog = lazyPart(() => import("./text-dialog.tsx"))
const AnswerModelDialog = lazyPart(() => withChapters(import("./answer-model-dialog.tsx"), "model-list"))

const ChangeMaskDialog = lazyPart(() => withChapters(import("../mask/change-mask-dialog.tsx"), "masks"))
const ChatSettingsDialog = lazyPart(() => withChapters(import("../mask/chat-settings-dialog.tsx"), "masks", "settings"))

/** The windows of the chat screen. */
export default function ChatDialogHost({ dialog }: { readonly dialog: ChatDialog }) {
  switch (dialog.kind) {
    case "memory":
      return <MemoryDialog {...dialog} onClose={closeChatDialog} onMissing={closeChatDialog} />
    case "edit":
      return <EditDialog {...dialog} onClose={closeChatDialog} />
    case "text":
      return <TextDialog text={dialog.text} onClose={closeChatDialog} onMissing={closeChatDialog} />
    case "model":
      return <AnswerModelDialog {...dialog} onMissing={closeChatDialog} />
    case "mask":
      return <ChangeMaskDialog sessionId={dialog.sessionId} onClose={closeChatDialog} onMissing={closeChatDialog} />
    case "settings":
      return <ChatSettingsDialog sessionId={dialog.sessionId} onClose={closeChatDialog} onMissing={closeChatDialog} />
    case "shortcuts":
      return <ShortcutsDialog onClose={closeChatDialog} onMissing={closeChatDialog} />
  }
}
