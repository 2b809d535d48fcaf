import { Suspense } from "react"
import type { Message } from "#core/conversation/message.ts"
import { Answer } from "../../../message/answer.tsx"
import { AnswerEnding } from "../../../message/answer-ending.tsx"
import styles from "../../../message/answer.module.css"
import { texts } from "../../../platform/language/texts.ts"
import { useConversations } from "../../../state/conversation-store.ts"
import { useMarkedWords } from "../../../state/marked-words.ts"
import { useWaitingCalls } from "../../../state/tool-consent.ts"
import { withChapters } from "../../../platform/language/texts.ts"
import { lazyOr, nothing, PartMissing } from "../../../ui/lazy-or.tsx"
import { useTurnNotice } from "../turn/running-turns.ts"
import type { FailureActionsProps } from "./failure-actions.tsx"
import { loadFailureActions } from "./load-failure-actions.ts"
import type { QueuedMessageProps } from "./queued-message.tsx"
import type { RetiredAnswerProps } from "./retired-answer.tsx"
import { useCountdown } from "./use-countdown.ts"

/** Where it cannot be fetched, what went wrong is said as of any other failure; the conversation's own notice offers the way on. */
const RetiredAnswer = lazyOr<RetiredAnswerProps>(
  () => withChapters(import("./retired-answer.tsx"), "errors", "model-news"),
  ({ message }) => <AnswerEnding message={message} />,
)

const FailureActions = lazyOr<FailureActionsProps>(loadFailureActions, nothing)

/** Where it cannot be fetched, that is said while a call waits, and the answer can be stopped and asked again. */
const ToolConsent = lazyOr<{ readonly sessionId: string; readonly answerId: string }>(
  () => withChapters(import("./tool-consent.tsx"), "tools"),
  ({ answerId }) => useWaitingCalls(answerId).length > 0 && <PartMissing />,
)

/** Where it cannot be fetched, the failure is said, and can be asked again. */
const QueuedMessage = lazyOr<QueuedMessageProps>(
  () => withChapters(import("./queued-message.tsx"), "queue"),
  ({ message }) => <AnswerEnding message={message} />,
)

/** Whether a call of an answer may be waiting for its reader. */
function isAsking({ streaming, tools = [] }: Message): boolean {
  return streaming === true && tools.some(({ received, begun, content }) => received && !begun && content === undefined)
}

export interface AnswerViewProps {
  readonly message: Message
  readonly sessionId: string
  /** The answer before was by the same model: nobody need be told who speaks. */
  readonly isSpeakerKnown: boolean
}

/** An answer in its conversation: how its turn is going while it arrives, and what can be done about how it ended. */
export function AnswerView({ message, sessionId, isSpeakerKnown }: AnswerViewProps) {
  const avatar = useConversations((state) => state.sessions[sessionId]?.mask.avatar)
  const isBuiltinMask = useConversations((state) => state.sessions[sessionId]?.mask.builtin)
  const searched = useMarkedWords()
  const { failure } = message
  return (
    <Answer
      message={message}
      avatar={avatar}
      isSpeakerKnown={isSpeakerKnown}
      isBuiltinMask={isBuiltinMask}
      sought={searched?.messageId === message.id ? searched.words : undefined}
      waiting={<Waiting answerId={message.id} isThinkingShown={message.reasoning !== undefined} />}
      progress={<Connection answerId={message.id} />}
      asking={
        isAsking(message) && (
          <Suspense>
            <ToolConsent sessionId={sessionId} answerId={message.id} />
          </Suspense>
        )
      }
      ending={
        message.queued ? (
          <Suspense>
            <QueuedMessage message={message} sessionId={sessionId} />
          </Suspense>
        ) : failure?.kind === "model-retired" ? (
          <Suspense>
            <RetiredAnswer message={message} sessionId={sessionId} failure={failure} />
          </Suspense>
        ) : failure ? (
          <AnswerEnding
            message={message}
            actions={
              <Suspense>
                <FailureActions message={message} sessionId={sessionId} failure={failure} />
              </Suspense>
            }
          />
        ) : undefined
      }
    />
  )
}

/** Nothing has arrived yet: the model thinks, or the server is being tried again. */
function Waiting({ answerId, isThinkingShown }: { readonly answerId: string; readonly isThinkingShown: boolean }) {
  const t = texts().chat
  const notice = useTurnNotice(answerId)
  const seconds = useCountdown(notice?.retryAt)
  if (notice?.stopping) return <p className={styles.waiting}>{t.stopping}</p>
  if (seconds !== undefined) return <p className={styles.waiting}>{t.retryingIn(seconds)}</p>
  if (notice?.isLost) return <p className={styles.waiting}>{t.reconnecting}</p>
  if (isThinkingShown) return null
  return (
    <p className={styles.waiting}>
      <span className={styles.pulse} aria-hidden="true" />
      {t.thinking}
    </p>
  )
}

/** Under the part that has come: the connection is lost, and is being looked for. */
function Connection({ answerId }: { readonly answerId: string }) {
  const notice = useTurnNotice(answerId)
  return notice?.isLost ? <p className={styles.waiting}>{texts().chat.reconnecting}</p> : null
}
