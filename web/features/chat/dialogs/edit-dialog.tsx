import { useId, useState } from "react"
import { selectAnswering } from "#core/conversation/conversation-state.ts"
import { wordsOf } from "#core/gateway/content.ts"
import { withWords, type Message } from "#core/conversation/message.ts"
import { chapterTexts, texts } from "../../../platform/language/texts.ts"
import { conversationStore, dispatch, useConversations } from "../../../state/conversation-store.ts"
import { Button } from "../../../ui/button.tsx"
import { classNames } from "../../../ui/class-names.ts"
import { Dialog } from "../../../ui/dialog.tsx"
import field from "../../../ui/field.module.css"
import { offerUndo } from "../../../ui/offer-undo.ts"
import styles from "./chat-dialogs.module.css"
import { openChatDialog, type EditDraft } from "./chat-dialogs.ts"
import { editInBranch, sendAgain } from "../message/edit-message.ts"
import { writingDirection } from "../../../message/writing-direction.ts"

export interface EditDialogProps {
  readonly sessionId: string
  readonly messageId: string
  readonly draft?: EditDraft
  readonly onClose: () => void
}

/**
 * A message and the conversation's topic, to be changed; a question can be sent again, here or in a branch. What is being
 * written stays when another tab deletes the message.
 */
export function EditDialog({ sessionId, messageId, draft, onClose }: EditDialogProps) {
  const message = useConversations((state) => state.messages[sessionId]?.find(({ id }) => id === messageId))
  const [known, setKnown] = useState(message)
  if (message !== undefined && message !== known) setKnown(message)
  if (known === undefined) return null
  const form = { sessionId, message: message ?? known, isGone: message === undefined, draft, onClose }
  return <EditForm key={messageId} {...form} />
}

interface EditFormProps {
  readonly sessionId: string
  readonly message: Message
  /** There is nothing to save it to: a question can still be sent. */
  readonly isGone: boolean
  readonly draft: EditDraft | undefined
  readonly onClose: () => void
}

function EditForm({ sessionId, message, isGone, draft, onClose }: EditFormProps) {
  const { shell, talk } = texts()
  const dialogs = chapterTexts("dialogs")
  const id = useId()
  const isUser = message.role === "user"
  const known = { topic: topicOf(sessionId), words: wordsOf(message.content) }
  const [topic, setTopic] = useState(() => draft?.topic ?? known.topic)
  const [words, setWords] = useState(() => draft?.words ?? known.words)
  const canAsk = useConversations(
    (state) => state.sessions[sessionId] !== undefined && selectAnswering(state, sessionId) === undefined,
  )
  const said = words.trim() === "" ? "" : words
  const content = withWords(message.content, said)
  // Pictures and files need no words.
  const isEmpty = content === ""

  const saveTopic = () => {
    if (topic.trim() !== topicOf(sessionId)) dispatch({ type: "session-renamed", sessionId, topic: topic.trim() })
  }
  const close = (act: () => void) => () => {
    saveTopic()
    onClose()
    act()
  }
  const save = close(() => {
    if (words !== wordsOf(message.content)) {
      dispatch({ type: "message-edited", sessionId, messageId: message.id, content })
    }
  })

  // A slip beside the window takes nothing away that was written in it.
  const leave = () => {
    onClose()
    if (topic === known.topic && words === known.words) return
    const edit = { kind: "edit", sessionId, messageId: message.id, draft: { topic, words } } as const
    offerUndo({ text: dialogs.editDropped, onUndo: () => openChatDialog(edit) })
  }

  return (
    <Dialog
      open
      onClose={leave}
      title={dialogs.editTitle}
      actions={
        <>
          <Button onClick={close(() => void editInBranch(sessionId, message, content))} disabled={isEmpty || isGone}>
            {isUser ? dialogs.sendInBranch : dialogs.saveInBranch}
          </Button>
          {isUser && (
            <Button
              onClick={close(() => sendAgain(sessionId, message, said))}
              disabled={isEmpty || !canAsk}
              title={dialogs.sendAgainHint}
            >
              {dialogs.sendAgain}
            </Button>
          )}
          <Button variant="primary" onClick={save} disabled={isEmpty || isGone}>
            {talk.save}
          </Button>
        </>
      }
    >
      <div className={styles.fields}>
        <label htmlFor={`${id}topic`}>{dialogs.topic}</label>
        <input
          id={`${id}topic`}
          className={field.field}
          value={topic}
          placeholder={shell.newConversation}
          onChange={(event) => setTopic(event.target.value)}
        />
        <label htmlFor={`${id}words`}>{isUser ? dialogs.messageText : dialogs.answerText}</label>
        <textarea
          id={`${id}words`}
          className={classNames(field.field, styles.text)}
          rows={10}
          dir={writingDirection(words)}
          value={words}
          onChange={(event) => setWords(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && !isEmpty && !isGone) save()
          }}
          data-autofocus
        />
        {isGone && (
          <p className={styles.hint} role="status">
            {dialogs.messageGone}
          </p>
        )}
      </div>
    </Dialog>
  )
}

function topicOf(sessionId: string): string {
  return conversationStore.getState().sessions[sessionId]?.topic ?? ""
}
