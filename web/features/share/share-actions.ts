import { hasWords, saidIn, type Message } from "#core/conversation/message.ts"
import type { Session } from "#core/conversation/session.ts"
import { wordsOf } from "#core/gateway/content.ts"
import { speakerOf } from "../../message/speaker.ts"
import { shareText } from "../../platform/browser/share-text.ts"
import { texts } from "../../platform/language/texts.ts"
import { useAccess } from "../../state/access-store.ts"
import type { Actions } from "../../state/contributions.ts"
import { conversationStore } from "../../state/conversation-store.ts"
import { loadMessages } from "../../state/stored-conversations.ts"
import { openShareDialog } from "../../state/share-dialogs.ts"
import { copyAndSay } from "../../ui/use-copy.ts"

/** Sharing the text of an answer or of a conversation: by the device's sheet, else by the clipboard. */
export const shareActions: Pick<Actions, "message" | "conversation"> = {
  message: [
    {
      id: "share",
      icon: "share",
      text: () => texts().talk.share,
      isOffered: ({ message }) => message.role === "assistant",
      isInRow: ({ message }) => hasWords(message),
      isDisabled: ({ message }) => !hasWords(message),
      run: ({ sessionId, message }) => void share(topicOf(sessionId), saidIn(message)),
    },
  ],
  conversation: [
    {
      id: "share",
      icon: "share",
      text: () => texts().talk.share,
      isDisabled: ({ messageCount }) => messageCount === 0,
      run: (session) => openSharing(session),
    },
  ],
}

/** A conversation is shared by a link, after a window has said what leaves; of a temporary one only the words are handed over. */
export async function openSharing({ id, temporary }: Session): Promise<void> {
  if (temporary === true) await shareWords(id)
  else openShareDialog({ kind: "conversation", sessionId: id })
}

/**
 * Hands over everything that was said in a conversation, as `written` writes it. Resolves to whether it was: the device's sheet may be
 * dismissed.
 */
export async function shareWords(id: string, written = (text: string): string => text): Promise<boolean> {
  await loadMessages(id)
  const messages = conversationStore.getState().messages[id] ?? []
  return share(written(topicOf(id)), written(conversationText(topicOf(id), messages)))
}

async function share(title: string, text: string): Promise<boolean> {
  const shared = await shareText(title, text)
  return shared === "missing" ? copyAndSay(text) : shared === "shared"
}

function topicOf(sessionId: string): string {
  return conversationStore.getState().sessions[sessionId]?.topic || texts().shell.newConversation
}

/** Everything that was said, in order, and at the end where it comes from. */
function conversationText(topic: string, messages: readonly Message[]): string {
  const { chat, talk } = texts()
  const said = messages.flatMap((message) => {
    const isUser = message.role === "user"
    const words = (isUser ? wordsOf(message.content) : saidIn(message)).trim()
    return words === "" ? [] : [`${isUser ? chat.you : speakerOf(message)}:\n${words}`]
  })
  return [topic, ...said, talk.sharedFrom(useAccess.getState().config.productName)].join("\n\n")
}
