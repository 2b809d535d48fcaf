import { useId, useState, type MouseEventHandler } from "react"
import { versionPlace } from "#core/conversation/answer-versions.ts"
import { saidIn, type Message } from "#core/conversation/message.ts"
import { costOf } from "#core/conversation/tool-rounds.ts"
import { contentText, wordsOf } from "#core/gateway/content.ts"
import { formatMoney } from "../../../platform/language/money.ts"
import { texts, withChapters } from "../../../platform/language/texts.ts"
import { focusConversation } from "../../../state/composer-focus.ts"
import { useActions, type MessageShown } from "../../../state/contributions.ts"
import { dispatch, useConversations } from "../../../state/conversation-store.ts"
import { menuItems, offered } from "../../../ui/action.ts"
import { ActionButton } from "../../../ui/action-button.tsx"
import { IconButton } from "../../../ui/button.tsx"
import { Icon } from "../../../ui/icon.tsx"
import { useIsMobile } from "../../../ui/use-media.ts"
import { lazyPart } from "../../../ui/lazy-part.tsx"
import { Menu, type MenuItem } from "../../../ui/menu.tsx"
import { openChatDialog } from "../dialogs/chat-dialogs.ts"
import { deleteMessage } from "./delete-message.ts"
import { plainWords } from "./sentences.ts"
import { moveFocusAfter } from "./move-focus-after-removal.ts"
import styles from "./message-actions.module.css"
import { useCopy } from "../../../ui/use-copy.ts"
import { useRetry } from "../turn/use-send-message.ts"
import { useRetryCost } from "./use-retry-cost.ts"

const Receipt = lazyPart(() => withChapters(import("../../../message/receipt.tsx"), "receipt", "speech"))

/** So much of a message says which one a menu is about, in characters. */
const aboutLength = 200

export interface MessageActionsProps {
  readonly message: Message
  readonly sessionId: string
}

/** The actions of a message: the few wanted most beside or under it, and a menu with the others. */
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
        about={words}
        first={[
          {
            id: "copy",
            text: chat.copy,
            icon: "copy",
            disabled: words === "",
            isQuick: true,
            onSelect: () => copy(words),
          },
          { id: "edit", text: talk.edit, icon: "edit", isQuick: true, onSelect: edit },
        ]}
      />
    </div>
  )
}

function AnswerActions({ message, sessionId }: MessageActionsProps) {
  const isMobile = useIsMobile()
  const { chat, talk } = texts()
  const { copied, copy } = useCopy()
  const retry = useRetry(sessionId, message.id)
  const again = () => {
    // While the answer arrives there are no actions beneath it.
    focusConversation()
    retry()
  }
  // Nothing outside a sheet can have the focus before it has closed.
  const againFromSheet = () => void requestAnimationFrame(again)
  const [isOpen, setOpen] = useState(false)
  const receipt = useId()
  const cost = costOf(message)
  const price = cost !== undefined && cost > 0 ? formatMoney(cost) : chat.free
  const said = saidIn(message)
  const isEditable = contentText(message.content) !== ""
  const edit = () => openChatDialog({ kind: "edit", sessionId, messageId: message.id })
  const retryPrice = useRetryCost(sessionId, isMobile ? message : undefined)
  // In a sheet, what is wanted most stands first, as large buttons.
  const quick: readonly MenuItem[] = isMobile
    ? [
        { id: "copy", text: chat.copy, icon: "copy", disabled: said === "", isQuick: true, onSelect: () => copy(said) },
        {
          id: "retry",
          text: chat.retry,
          icon: "retry",
          note: retryPrice?.text,
          isQuick: true,
          onSelect: againFromSheet,
        },
      ]
    : []
  const shown: MessageShown = { sessionId, message }
  const inRow = offered(useActions("message"), shown).filter(({ isInRow }) => isInRow?.(shown))
  return (
    <>
      <div className={styles.ofAnswer} role="group" aria-label={talk.actions}>
        {/* First, because the price of asking again comes later: a press on what moves under the pointer is lost. */}
        {message.versions !== undefined && !isMobile && <Versions message={message} sessionId={sessionId} />}
        {said !== "" && (
          <IconButton
            size="small"
            icon={copied ? "check" : "copy"}
            label={copied ? chat.copied : chat.copy}
            onClick={() => copy(said)}
          />
        )}
        {inRow.map((action) =>
          action.Button ? (
            <action.Button key={action.id} {...shown} />
          ) : (
            <ActionButton key={action.id} action={action} subject={shown} />
          ),
        )}
        {/* The notice about a failure has this button, with its words. */}
        {!isRetriedInNotice(message) && <RetryButton message={message} sessionId={sessionId} onClick={again} />}
        <More
          message={message}
          sessionId={sessionId}
          about={said}
          first={[
            ...quick,
            ...(isEditable ? [{ id: "edit", text: talk.edit, icon: "edit" as const, onSelect: edit }] : []),
          ]}
          last={
            isMobile && cost !== undefined
              ? [{ id: "receipt", text: chat.receipt, icon: "file", note: price, onSelect: () => setOpen(true) }]
              : []
          }
        />
        {cost !== undefined && (
          <button
            type="button"
            className={styles.cost}
            aria-expanded={isOpen}
            aria-controls={isOpen ? receipt : undefined}
            title={chat.receipt}
            onClick={() => setOpen(!isOpen)}
          >
            {price}
            <Icon name="chevron" size={14} />
          </button>
        )}
      </div>
      <Receipt id={receipt} message={message} wanted={isOpen} onMissing={() => setOpen(false)} />
    </>
  )
}

/** Asks again; whoever pays for that sees the price first. */
function RetryButton({ message, sessionId, onClick }: MessageActionsProps & { readonly onClick: MouseEventHandler }) {
  const { chat } = texts()
  const cost = useRetryCost(sessionId, message)
  return (
    <button
      type="button"
      className={styles.retry}
      aria-label={cost ? `${chat.retry} ${cost.text}` : chat.retry}
      title={cost?.isCovered === false ? chat.uncovered : chat.retry}
      onClick={onClick}
    >
      <Icon name="retry" size={16} />
      {cost && <span data-short={!cost.isCovered || undefined}>{cost.text}</span>}
    </button>
  )
}

/**
 * ‹ 2 of 3 ›: the answers given to the same question. The one shown is the one the model remembers. On a phone they stand above
 * the answer, where they change what is read next.
 */
export function Versions({ message, sessionId }: MessageActionsProps) {
  const t = texts().talk
  const { at, of } = versionPlace(message)
  const show = (step: number) => () => dispatch({ type: "version-shown", sessionId, messageId: message.id, step })
  return (
    <span className={styles.versions}>
      <IconButton size="small" icon="previous" label={t.previousVersion} aria-disabled={at === 1} onClick={show(-1)} />
      <span role="status" aria-label={t.version(at, of)}>
        {t.versionAt(at, of)}
      </span>
      <IconButton size="small" icon="next" label={t.nextVersion} aria-disabled={at === of} onClick={show(1)} />
    </span>
  )
}

/** Whether the notice about how an answer failed has a button to ask again. */
function isRetriedInNotice({ failure }: Message): boolean {
  return failure !== undefined && failure.kind !== "model-retired"
}

interface MoreProps extends MessageActionsProps {
  /** The message's text, of which the menu shows the beginning. */
  readonly about: string
  /** What comes before the actions that all messages have. */
  readonly first: readonly MenuItem[]
  /** What comes after them, before the deletion. */
  readonly last?: readonly MenuItem[]
}

function More({ message, sessionId, about, first, last = [] }: MoreProps) {
  const t = texts().talk
  const actions = useActions("message")
  const shown: MessageShown = { sessionId, message }
  // What is offered of a message depends on whether it is among the presets.
  useConversations(({ sessions }) => sessions[sessionId]?.mask.context)
  const isInRow = (id: string) => actions.some((action) => action.id === id && action.isInRow?.(shown) === true)
  return (
    <Menu
      label={t.actions}
      about={about === "" ? undefined : plainWords(about.slice(0, aboutLength))}
      trigger={(properties) => <IconButton {...properties} size="small" icon="more" label={t.more} data-more />}
      items={[
        ...first,
        ...menuItems(actions, shown).map((item) => ({ ...item, isQuick: isInRow(item.id) })),
        ...last,
        {
          id: "delete",
          text: t.delete,
          icon: "trash",
          danger: true,
          onSelect: () => moveFocusAfter(() => deleteMessage(sessionId, message.id)),
        },
      ]}
    />
  )
}
