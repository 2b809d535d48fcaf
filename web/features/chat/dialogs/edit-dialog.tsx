import { useId, useState } from "react"
import { selectAnswering } from "#core/conversation/conversation-state.ts"
import { wordsOf } from "#core/gateway/content.ts"
import { withWords, type Message } from "#core/conversation/message.ts"
import { texts } from "../../../platform/texts.ts"
import { conversationStore, dispatch, useConversations } from "../../../state/conversation-store.ts"
import { Button } from "../../../ui/button.tsx"
import { classNames } from "../../../ui/class-names.ts"
import { Dialog } from "../../../ui/dialog.tsx"
import field from "../../../ui/field.module.css"
import styles from "./chat-dialogs.module.css"
import { editInBranch, sendAgain } from "../message/edit-message.ts"
import { writingDirection } from "../message/writing-direction.ts"

export interface EditDialogProps {
  readonly sessionId: string
  readonly messageId: string
  readonly onClose: () => void
}

/** A message and the conversation's topic, to be changed; a question can be sent again, here or in a branch. */
export function EditDialog({ sessionId, messageId, onClose }: EditDialogProps) {
  const message = useConversations((state) => state.messages[sessionId]?.find(({ id }) => id === messageId))
  if (message === undefined) return null
  return <EditForm key={messageId} sessionId={sessionId} message={message} onClose={onClose} />
}

interface EditFormProps {
  readonly sessionId: string
  readonly message: Message
  readonly onClose: () => void
}

function EditForm({ sessionId, message, onClose }: EditFormProps) {
  const { shell, talk } = texts()
  const id = useId()
  const isUser = message.role === "user"
  const [topic, setTopic] = useState(() => conversationStore.getState().sessions[sessionId]?.topic ?? "")
  const [words, setWords] = useState(() => wordsOf(message.content))
  const isAnswering = useConversations((state) => selectAnswering(state, sessionId) !== undefined)
  const isEmpty = words.trim() === ""

  const saveTopic = () => {
    const known = conversationStore.getState().sessions[sessionId]?.topic
    if (topic.trim() !== known) dispatch({ type: "session-renamed", sessionId, topic: topic.trim() })
  }
  const close = (act: () => void) => () => {
    saveTopic()
    onClose()
    act()
  }
  const content = withWords(message.content, words)
  const save = close(() => {
    if (words !== wordsOf(message.content)) {
      dispatch({ type: "message-edited", sessionId, messageId: message.id, content })
    }
  })

  return (
    <Dialog
      open
      onClose={onClose}
      title={talk.editTitle}
      actions={
        <>
          <Button onClick={close(() => void editInBranch(sessionId, message, content))} disabled={isEmpty}>
            {isUser ? talk.sendInBranch : talk.saveInBranch}
          </Button>
          {isUser && (
            <Button
              onClick={close(() => sendAgain(sessionId, message, words))}
              disabled={isEmpty || isAnswering}
              title={talk.sendAgainHint}
            >
              {talk.sendAgain}
            </Button>
          )}
          <Button variant="primary" onClick={save} disabled={isEmpty}>
            {talk.save}
          </Button>
        </>
      }
    >
      <div className={styles.fields}>
        <label htmlFor={`${id}topic`}>{talk.topic}</label>
        <input
          id={`${id}topic`}
          className={field.field}
          value={topic}
          placeholder={shell.newConversation}
          onChange={(event) => setTopic(event.target.value)}
        />
        <label htmlFor={`${id}words`}>{isUser ? talk.messageText : talk.answerText}</label>
        <textarea
          id={`${id}words`}
          className={classNames(field.field, styles.text)}
          rows={10}
          dir={writingDirection(words)}
          value={words}
          onChange={(event) => setWords(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && !isEmpty) save()
          }}
          data-autofocus
        />
      </div>
    </Dialog>
  )
}
