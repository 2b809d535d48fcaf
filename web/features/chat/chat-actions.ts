import { hasWords, saidIn } from "#core/conversation/message.ts"
import { wordsOf } from "#core/gateway/content.ts"
import { chapterTexts, texts } from "../../platform/language/texts.ts"
import { copySession } from "../../state/conversation-list.ts"
import { conversationStore } from "../../state/conversation-store.ts"
import type { Actions, MessageShown } from "../../state/contributions.ts"
import { showToast } from "../../ui/toast.tsx"
import { copyAndSay } from "../../ui/use-copy.ts"
import { openChatDialog } from "./dialogs/chat-dialogs.ts"
import { branchFrom } from "./message/edit-message.ts"
import { isPinned, pinOrUnpin } from "./message/pin-message.ts"

/** The chat's own actions for messages, blocks of code and conversations. */
export const chatActions: Pick<Actions, "message" | "code" | "conversation"> = {
  message: [
    {
      id: "answer-with",
      icon: "bulb",
      text: () => chapterTexts("model-list").answerWith,
      isOffered: ({ message }) => message.role === "assistant",
      run: ({ sessionId, message }) => openChatDialog({ kind: "model", sessionId, answerId: message.id }),
    },
    {
      id: "pin",
      icon: "pin",
      text: ({ sessionId, message }) =>
        isPinned(conversationStore.getState().sessions[sessionId], message)
          ? chapterTexts("dialogs").presetRemove
          : texts().talk.pin,
      isDisabled: ({ message }) => !hasWords(message),
      run: ({ sessionId, message }) => pinOrUnpin(sessionId, message),
    },
    {
      id: "branch",
      icon: "branch",
      text: () => texts().talk.branch,
      run: ({ sessionId, message }) => branchFrom(sessionId, message.id),
    },
    {
      id: "select",
      icon: "selectText",
      text: () => texts().talk.selectText,
      isDisabled: (shown) => wordsShown(shown) === "",
      run: (shown) => openChatDialog({ kind: "text", text: wordsShown(shown) }),
    },
  ],
  code: [
    {
      id: "copy",
      icon: "copy",
      text: () => texts().chat.copyCode,
      run: async ({ code }) => ((await copyAndSay(code.replace(/\n$/, ""))) ? texts().chat.copied : undefined),
    },
  ],
  conversation: [
    {
      id: "fork",
      icon: "copy",
      text: () => texts().talk.fork,
      isDisabled: ({ messageCount }) => messageCount === 0,
      async run({ id }) {
        if ((await copySession(id)) !== undefined) showToast({ text: texts().talk.forked })
      },
    },
  ],
}

/** The words of a message as they are copied by hand: of an answer, what it said in all its rounds. */
function wordsShown({ message }: MessageShown): string {
  return message.role === "user" ? wordsOf(message.content) : saidIn(message)
}
