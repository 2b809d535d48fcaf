import { useId, useState, type MouseEvent } from "react"
import { versionPlace } from "#core/conversation/answer-versions.ts"
import { hasWords, saidIn, type Message } from "#core/conversation/message.ts"
import { costOf } from "#core/conversation/tool-rounds.ts"
import { textOf, wordsOf } from "#core/gateway/content.ts"
import { presentMoney } from "../../../platform/money.ts"
import { texts } from "../../../platform/texts.ts"
import { dispatch } from "../../../state/conversation-store.ts"
import { IconButton } from "../../../ui/button.tsx"
import { Icon } from "../../../ui/icon.tsx"
import { Menu, type MenuItem } from "../../../ui/menu.tsx"
import { openChatDialog } from "../dialogs/chat-dialogs.ts"
import { deleteMessage } from "./delete-message.ts"
import { branchFrom } from "./edit-message.ts"
import { giveFocusOn } from "./give-focus-on.ts"
import styles from "./message-actions.module.css"
import { pinMessage } from "./pin-message.ts"
import { Receipt } from "./receipt.tsx"
import { useCopy } from "../../../ui/use-copy.ts"
import { useRetry } from "../turn/use-send-message.ts"

export interface MessageActionsProps {
  readonly message: Message
  readonly sessionId: string
}

/** What can be done with a message. On a phone most of it moves into the menu, which holds all of it everywhere. */
export default function MessageActions(props: MessageActionsProps) {
  return props.message.role === "user" ? <QuestionActions {...props} /> : <AnswerActions {...props} />
}

function QuestionActions({ message, sessionId }: MessageActionsProps) {
  const { chat, talk } = texts()
  const { copied, copy } = useCopy()
  const words = wordsOf(message.content)
  const edit = () => openChatDialog({ kind: "edit", sessionId, messageId: message.id })
  return (
    <div className={styles.ofQuestion} role="group" aria-label={talk.actions}>
      {words !== "" && (
        <IconButton
          size="small"
          className={styles.wide}
          icon={copied ? "check" : "copy"}
          label={copied ? chat.copied : chat.copy}
          onClick={() => copy(words)}
        />
      )}
      <IconButton size="small" className={styles.wide} icon="edit" label={talk.edit} onClick={edit} />
      <More
        message={message}
        sessionId={sessionId}
        first={[
          { id: "copy", text: chat.copy, icon: "copy", disabled: words === "", onSelect: () => copy(words) },
          { id: "edit", text: talk.edit, icon: "edit", onSelect: edit },
        ]}
      />
    </div>
  )
}

function AnswerActions({ message, sessionId }: MessageActionsProps) {
  const { chat, talk } = texts()
  const { copied, copy } = useCopy()
  const retry = useRetry(sessionId, message.id)
  const again = ({ currentTarget }: MouseEvent<HTMLElement>) => {
    // While the answer arrives there are no actions beneath it.
    currentTarget.closest<HTMLElement>("[role=log]")?.focus({ preventScroll: true })
    retry()
  }
  const [isOpen, setOpen] = useState(false)
  const receipt = useId()
  const cost = costOf(message)
  const said = saidIn(message)
  const isEditable = textOf(message.content) !== ""
  const edit = () => openChatDialog({ kind: "edit", sessionId, messageId: message.id })
  return (
    <>
      <div className={styles.ofAnswer} role="group" aria-label={talk.actions}>
        {said !== "" && (
          <IconButton
            size="small"
            icon={copied ? "check" : "copy"}
            label={copied ? chat.copied : chat.copy}
            onClick={() => copy(said)}
          />
        )}
        <IconButton size="small" icon="retry" label={chat.retry} onClick={again} />
        {isEditable && (
          <>
            <IconButton size="small" className={styles.wide} icon="edit" label={talk.edit} onClick={edit} />
            <IconButton
              size="small"
              className={styles.wide}
              icon="pin"
              label={talk.pin}
              onClick={() => pinMessage(sessionId, message)}
            />
          </>
        )}
        <More
          message={message}
          sessionId={sessionId}
          first={isEditable ? [{ id: "edit", text: talk.edit, icon: "edit", onSelect: edit }] : []}
        />
        {message.versions !== undefined && <Versions message={message} sessionId={sessionId} />}
        {cost !== undefined && (
          <button
            type="button"
            className={styles.cost}
            aria-expanded={isOpen}
            aria-controls={isOpen ? receipt : undefined}
            title={chat.receipt}
            onClick={() => setOpen(!isOpen)}
          >
            {cost > 0 ? presentMoney(cost) : chat.free}
            <Icon name="chevron" size={14} />
          </button>
        )}
      </div>
      {isOpen && <Receipt id={receipt} message={message} />}
    </>
  )
}

/** ‹ 2/3 ›: the answers given to the same question. The one shown is the one the model remembers. */
function Versions({ message, sessionId }: MessageActionsProps) {
  const t = texts().talk
  const { at, of } = versionPlace(message)
  const show = (step: number) => () => dispatch({ type: "version-shown", sessionId, messageId: message.id, step })
  return (
    <span className={styles.versions}>
      <IconButton size="small" icon="previous" label={t.previousVersion} aria-disabled={at === 1} onClick={show(-1)} />
      <span role="status" aria-label={t.version(at, of)}>
        {at}/{of}
      </span>
      <IconButton size="small" icon="next" label={t.nextVersion} aria-disabled={at === of} onClick={show(1)} />
    </span>
  )
}

/** `first`: what comes before the actions that all messages have. */
function More({ message, sessionId, first }: MessageActionsProps & { readonly first: readonly MenuItem[] }) {
  const t = texts().talk
  const text = message.role === "user" ? wordsOf(message.content) : saidIn(message)
  return (
    <Menu
      label={t.actions}
      trigger={(properties) => <IconButton {...properties} size="small" icon="more" label={t.more} />}
      items={[
        ...first,
        {
          id: "pin",
          text: t.pin,
          icon: "pin",
          disabled: !hasWords(message),
          onSelect: () => pinMessage(sessionId, message),
        },
        { id: "branch", text: t.branch, icon: "branch", onSelect: () => void branchFrom(sessionId, message.id) },
        {
          id: "select",
          text: t.selectText,
          icon: "selectText",
          disabled: text === "",
          onSelect: () => openChatDialog({ kind: "text", text }),
        },
        {
          id: "delete",
          text: t.delete,
          icon: "trash",
          danger: true,
          onSelect: () => giveFocusOn(() => deleteMessage(sessionId, message.id)),
        },
      ]}
    />
  )
}
