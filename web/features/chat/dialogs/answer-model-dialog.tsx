import { closeChatDialog } from "./chat-dialogs.ts"
import ModelDialog from "./model-dialog.tsx"
import { useAskedModel } from "../composer/use-asked-model.ts"
import { chapterTexts } from "../../../platform/language/texts.ts"
import { focusConversation } from "../../../state/composer-focus.ts"
import { useRetry } from "../turn/use-send-message.ts"

/** The same list as the composer's, opened by what is said of a conversation's model or by the menu of an answer. */
export default function AnswerModelDialog({
  sessionId,
  answerId,
}: {
  readonly sessionId: string
  readonly answerId?: string
}) {
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
      {...(answerId !== undefined && { title: chapterTexts("model-list").answerWith, onChosen: again })}
    />
  )
}
