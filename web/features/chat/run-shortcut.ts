import { saidIn, type Message } from "#core/conversation/message.ts"
import { assertNever } from "#core/lib/assert-never.ts"
import { copyText } from "../../platform/browser/clipboard.ts"
import { texts } from "../../platform/language/texts.ts"
import { conversationStore } from "../../state/conversation-store.ts"
import { showToast } from "../../ui/toast.tsx"
import { openChatDialog } from "./dialogs/chat-dialogs.ts"
import { lastCodeBlock } from "./last-code-block.ts"
import type { ShortcutName } from "./shortcuts.ts"

/** Does what a shortcut is for, of those that leave the conversation and the field where they are. */
export async function runShortcut(name: Exclude<ShortcutName, "focusInput" | "newChat">): Promise<void> {
  switch (name) {
    case "copyReply":
      return copy(replies().at(-1), texts().composer.nothingToCopy)
    case "copyCode":
      return copy(lastCodeBlock(replies()), texts().composer.noCode)
    case "showShortcuts":
      return openChatDialog({ kind: "shortcuts" })
    default:
      return assertNever(name)
  }
}

/** The answers on screen that hold text, oldest first. */
function replies(): readonly string[] {
  const { messages, currentId } = conversationStore.getState()
  return (messages[currentId] ?? []).filter(isReply).map(saidIn)
}

function isReply(message: Message): boolean {
  return message.role === "assistant" && !message.isError && saidIn(message).trim() !== ""
}

async function copy(text: string | undefined, nothing: string): Promise<void> {
  if (text === undefined) return showToast({ text: nothing })
  const t = texts().chat
  showToast({ text: (await copyText(text)) ? t.copied : t.copyFailed })
}
