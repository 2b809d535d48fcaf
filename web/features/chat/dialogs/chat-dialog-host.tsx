import { closeChatDialog, type ChatDialog } from "./chat-dialogs.ts"
import { EditDialog } from "./edit-dialog.tsx"
import { MemoryDialog } from "./memory-dialog.tsx"
import { ShortcutsDialog } from "./shortcuts-dialog.tsx"
import { TextDialog } from "./text-dialog.tsx"

/** The windows of the chat screen, in one chunk that is loaded with the first of them. */
export default function ChatDialogHost({ dialog }: { readonly dialog: ChatDialog }) {
  switch (dialog.kind) {
    case "memory":
      return <MemoryDialog sessionId={dialog.sessionId} onClose={closeChatDialog} />
    case "edit":
      return <EditDialog {...dialog} onClose={closeChatDialog} />
    case "text":
      return <TextDialog text={dialog.text} onClose={closeChatDialog} />
    case "shortcuts":
      return <ShortcutsDialog onClose={closeChatDialog} />
  }
}
