import { memo, Suspense, useMemo } from "react"
import { calledModel, type Message } from "#core/conversation/message.ts"
import { textOf } from "#core/gateway/content.ts"
import { texts } from "../../../platform/texts.ts"
import { useMarkedWords } from "../../../state/marked-words.ts"
import { AnswerEnding } from "./answer-ending.tsx"
import { speakerOf } from "./speaker.ts"
import { MaskAvatar } from "./mask-avatar.tsx"
import styles from "./answer.module.css"
import { MessageImages } from "./message-images.tsx"
import { pagesOf, withCitationMarks, type SourcePage } from "../markdown/citation-marks.ts"
import { CitedSources } from "../markdown/cited-sources.tsx"
import type { MarkdownViewProps } from "../markdown/markdown-view.tsx"
import { PlainText } from "../markdown/plain-text.tsx"
import { lazyOr, nothing } from "../../../ui/lazy-part.tsx"
import { Sources } from "./sources.tsx"
import { useCountdown } from "./use-countdown.ts"
import { useRevealed } from "./use-revealed.ts"
import { useTurnNotice } from "../turn/running-turns.ts"

/** In a chunk of its own: an empty chat needs no Markdown, and who begins to write will need it soon. */
const loadMarkdown = () => import("../markdown/markdown-view.tsx")
const MarkdownView = lazyOr<MarkdownViewProps>(
  () => loadMarkdown().then((module) => ({ default: module.MarkdownView })),
  PlainText,
)
// Where it cannot be fetched, the first answer will say so.
document.addEventListener("input", () => void loadMarkdown().catch(() => {}), { once: true })

/** Few answers call tools or search the web, and not all models show what they think. */
const Reasoning = lazyOr<{ readonly message: Message }>(
  () => import("./reasoning.tsx").then((module) => ({ default: module.Reasoning })),
  nothing,
)
const Searches = lazyOr<{ readonly message: Message }>(
  () => import("./searches.tsx").then((module) => ({ default: module.Searches })),
  nothing,
)
const AnswerRounds = lazyOr(() => import("./answer-rounds.tsx"), nothing)
const ToolLines = lazyOr(() => import("./tool-lines.tsx"), nothing)

export interface AnswerViewProps {
  readonly message: Message
  readonly sessionId: string
}

/** A model's answer: who speaks, what it says, how it ended. */
export function AnswerView({ message, sessionId }: AnswerViewProps) {
  const isStreaming = message.streaming === true
  const text = useRevealed(textOf(message.content), isStreaming)
  const pages = useMemo(() => pagesIn(message.citations, message.rounds), [message.citations, message.rounds])
  // Once it is whole: a call in the middle would have finished blocks read again.
  const marked = useMemo(
    () => (isStreaming || !message.citations ? text : withCitationMarks(text, message.citations, pages)),
    [text, isStreaming, message.citations, pages],
  )
  const hasSearched = message.searches !== undefined || (message.usage?.searchCalls ?? 0) > 0
  const searched = useMarkedWords()
  const sought = searched?.messageId === message.id ? searched.words : undefined
  return (
    <>
      <Speaker name={speakerOf(message)} model={calledModel(message) ?? ""} sessionId={sessionId} />
      {message.rounds && (
        <Suspense>
          <AnswerRounds message={message} />
        </Suspense>
      )}
      {message.reasoning && (
        <Suspense>
          <Reasoning message={message} />
        </Suspense>
      )}
      {hasSearched && (
        <Suspense>
          <Searches message={message} />
        </Suspense>
      )}
      <div>
        {text === "" ? (
          isStreaming &&
          !message.tools && <Waiting answerId={message.id} isThinkingShown={message.reasoning !== undefined} />
        ) : (
          <Suspense fallback={<PlainText text={text} />}>
            <CitedSources value={pages}>
              <MarkdownView text={marked} streaming={isStreaming} sought={sought} />
            </CitedSources>
          </Suspense>
        )}
        {message.tools && (
          <Suspense>
            <ToolLines message={message} isArriving={isStreaming} />
          </Suspense>
        )}
        <MessageImages content={message.content} made />
        {isStreaming && text !== "" && <Connection answerId={message.id} />}
      </div>
      <Sources pages={pages} />
      {!isStreaming && <AnswerEnding message={message} sessionId={sessionId} />}
    </>
  )
}

const noPages: readonly SourcePage[] = []

/** The sources of the text come first: their numbers stand in it. */
function pagesIn(citations: Message["citations"] = [], rounds: Message["rounds"] = []): readonly SourcePage[] {
  const all = [...citations, ...rounds.flatMap((round) => round.citations ?? [])]
  return all.length === 0 ? noPages : pagesOf(all)
}

interface SpeakerProps {
  readonly name: string
  readonly model: string
  readonly sessionId: string
}

const Speaker = memo(function Speaker({ name, model, sessionId }: SpeakerProps) {
  return (
    <h2 className={styles.speaker}>
      <span className={styles.mark} aria-hidden="true">
        <MaskAvatar sessionId={sessionId} fallback={initialsOf(model)} />
      </span>
      {name}
    </h2>
  )
})

/** "gpt-5" is G5, "o4-mini" is O4, "gpt-4o-mini" is G4. */
function initialsOf(model: string): string {
  const letter = /[a-z]/i.exec(model)?.[0] ?? "?"
  const digit = /\d/.exec(model)?.[0] ?? ""
  return (letter + digit).toUpperCase()
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
