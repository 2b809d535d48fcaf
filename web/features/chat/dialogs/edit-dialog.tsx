import { useCallback, useState } from "react"
import { selectAnswering } from "#core/conversation/conversation-state.ts"
import { wordsOf, type Content } from "#core/gateway/content.ts"
import { withWords, type Message } from "#core/conversation/message.ts"
import { chapterTexts, texts } from "../../../platform/language/texts.ts"
import { conversationStore, dispatch, useConversations } from "../../../state/conversation-store.ts"
import { useEditions } from "../../../state/editions.ts"
import { Button, IconButton } from "../../../ui/button.tsx"
import { classNames } from "../../../ui/class-names.ts"
import { Dialog } from "../../../ui/dialog.tsx"
import field from "../../../ui/field.module.css"
import { Icon } from "../../../ui/icon.tsx"
import { Menu, type MenuItem } from "../../../ui/menu.tsx"
import { offerUndo } from "../../../ui/offer-undo.ts"
import styles from "./chat-dialogs.module.css"
import { openChatDialog, type EditDraft } from "./chat-dialogs.ts"
import { OtherEditions } from "./other-editions.tsx"
import { editInBranch, sendAgain, sendInBranch } from "../message/edit-message.ts"
import type * as costs from "../turn/message-cost.ts"
import { useCost } from "../turn/use-cost.ts"
import { writingDirection } from "../../../message/writing-direction.ts"

export interface EditDialogProps {
  readonly sessionId: string
  readonly messageId: string
  readonly draft?: EditDraft
  readonly onClose: () => void
}

/**
 * A message, to be changed: a question is sent again in its new words, an answer is saved. Less often one only saves a question,
 * goes on in a branch, or changes the conversation's topic. What is being
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
  const { chat, shell, talk } = texts()
  const dialogs = chapterTexts("dialogs")
  const isUser = message.role === "user"
  // A title that arrives meanwhile is no change made here, and nothing takes it back.
  const [known] = useState(() => ({ topic: topicOf(sessionId), words: wordsOf(message.content) }))
  const [topic, setTopic] = useState(() => draft?.topic ?? known.topic)
  const [words, setWords] = useState(() => draft?.words ?? known.words)
  const canAsk = useConversations(
    (state) => state.sessions[sessionId] !== undefined && selectAnswering(state, sessionId) === undefined,
  )
  const editions = useEditions("messages", message.id, "message.content", message.content)
  const otherWords = new Set(editions.map((edition) => wordsOf(edition as Content)))
  const said = words.trim() === "" ? "" : words
  const content = withWords(message.content, said)
  // Pictures and files need no words.
  const isEmpty = content === ""

  const saveTopic = () => {
    if (topic !== known.topic) dispatch({ type: "session-renamed", sessionId, topic: topic.trim() })
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
  const openAgain = () => openChatDialog({ kind: "edit", sessionId, messageId: message.id, draft: { topic, words } })
  const leave = () => {
    onClose()
    if (topic === known.topic && words === known.words) return
    offerUndo({ text: dialogs.editDropped, onUndo: openAgain })
  }

  const costOf = useCallback(
    ({ messageCost }: typeof costs) => messageCost(sessionId, withWords(message.content, words), message.id),
    [sessionId, message, words],
  )
  const cost = useCost(sessionId, isUser && !isEmpty ? costOf : undefined)
  const isAskable = isUser && !isEmpty && canAsk
  const send = close(() => sendAgain(sessionId, message, said, openAgain))
  const others: readonly MenuItem[] = [
    ...(isUser
      ? [{ id: "save", text: dialogs.saveOnly, icon: "check" as const, disabled: isEmpty || isGone, onSelect: save }]
      : []),
    {
      id: "branch",
      text: isUser ? dialogs.sendInBranch : dialogs.saveInBranch,
      icon: "branch",
      disabled: isEmpty || isGone,
      onSelect: close(() =>
        isUser ? sendInBranch(sessionId, message, content, openAgain) : void editInBranch(sessionId, message, content),
      ),
    },
  ]
  return (
    <Dialog
      open
      onClose={leave}
      title={dialogs.editTitle}
      tools={
        <Menu
          label={talk.more}
          items={others}
          trigger={(properties) => <IconButton {...properties} icon="more" label={talk.more} />}
        />
      }
      actions={
        isUser ? (
          <div className={styles.sending}>
            <Button variant="primary" onClick={send} disabled={!isAskable}>
              {chat.send}
              {cost && <small className={styles.cost}>{cost.text}</small>}
            </Button>
            <p>{dialogs.sendAgainHint}</p>
          </div>
        ) : (
          <Button variant="primary" onClick={save} disabled={isEmpty || isGone}>
            {talk.save}
          </Button>
        )
      }
    >
      <div className={styles.fields}>
        <textarea
          className={classNames(field.field, styles.text, styles.growing)}
          aria-label={isUser ? dialogs.messageText : dialogs.answerText}
          rows={3}
          dir={writingDirection(words)}
          value={words}
          onChange={(event) => setWords(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== "Enter" || (!event.ctrlKey && !event.metaKey)) return
            if (isAskable) send()
            else if (!isUser && !isEmpty && !isGone) save()
          }}
          ref={toEnd}
          data-autofocus
        />
        {isGone && (
          <p className={styles.hint} role="status">
            {dialogs.messageGone}
          </p>
        )}
        <OtherEditions words={[...otherWords].filter((one) => one !== words)} onUse={setWords} />
        <details className={styles.topic}>
          <summary>
            <Icon name="next" size={16} />
            {dialogs.topic}
          </summary>
          <input
            className={field.field}
            aria-label={dialogs.topic}
            value={topic}
            placeholder={shell.newConversation}
            onChange={(event) => setTopic(event.target.value)}
          />
        </details>
      </div>
    </Dialog>
  )
}

/** Puts the caret where writing goes on. */
function toEnd(area: HTMLTextAreaElement | null): void {
  area?.setSelectionRange(area.value.length, area.value.length)
}

function topicOf(sessionId: string): string {
  return conversationStore.getState().sessions[sessionId]?.topic ?? ""
}
