import { memo, Suspense, type ReactNode } from "react"
import { calledModel, type Message } from "#core/conversation/message.ts"
import { contentText } from "#core/gateway/content.ts"
import { MaskPicture } from "../avatar/mask-picture.tsx"
import { PlainText } from "../markdown/plain-text.tsx"
import { withChapters } from "../platform/language/texts.ts"
import { lazyOr, nothing, PartMissing } from "../ui/lazy-or.tsx"
import { AnswerEnding } from "./answer-ending.tsx"
import hidden from "../ui/visually-hidden.module.css"
import styles from "./answer.module.css"
import type { AnswerTextProps } from "./answer-text.tsx"
import { fetched, loadAnswerText } from "./load-answer-text.ts"
import { MessageImages } from "./message-images.tsx"
import { speakerOf } from "./speaker.ts"
import { useRevealed } from "./use-revealed.ts"

const LazyText = lazyOr<AnswerTextProps>(
  () => loadAnswerText().then((module) => ({ default: module.AnswerText })),
  PlainText,
)

/** `lazy` would show its fallback for a moment even where the code is there. */
function AnswerText(props: AnswerTextProps) {
  return fetched.AnswerText ? <fetched.AnswerText {...props} /> : <LazyText {...props} />
}

const Sources = lazyOr<{ readonly message: Message }>(
  () => loadAnswerText().then((module) => ({ default: module.AnswerSources })),
  nothing,
)

/** Few answers call tools or search the web, and not all models show what they think. */
const Reasoning = lazyOr<{ readonly message: Message }>(
  () => import("./reasoning.tsx").then((module) => ({ default: module.Reasoning })),
  nothing,
)
const Searches = lazyOr<{ readonly message: Message }>(
  () => import("./searches.tsx").then((module) => ({ default: module.Searches })),
  nothing,
)
const AnswerRounds = lazyOr(() => withChapters(import("./answer-rounds.tsx"), "tools"), PartMissing)
const ToolLines = lazyOr(() => withChapters(import("./tool-lines.tsx"), "tools"), nothing)

export interface AnswerProps {
  readonly message: Message
  /** The avatar of the role that answers, as it is stored; without one the model's initials are shown. */
  readonly avatar?: string | undefined
  /** Who speaks is known, and only told to those who listen. */
  readonly isSpeakerKnown?: boolean
  /** That role came with the program, and wears an icon. */
  readonly isBuiltinMask?: boolean | undefined
  /** Shown while nothing of the answer has arrived. */
  readonly waiting?: ReactNode
  /** Shown below what has arrived, while more is to come. */
  readonly progress?: ReactNode
  /** Shown below its calls of tools. */
  readonly asking?: ReactNode
  /** Shown in place of how the answer ended. */
  readonly ending?: ReactNode
  /** Words of a search, whose blocks are drawn at once. */
  readonly sought?: readonly string[] | undefined
}

/** A model's answer: who speaks, what it says, how it ended. It needs no conversation around it. */
export function Answer(props: AnswerProps) {
  const {
    message,
    avatar = "",
    isBuiltinMask,
    isSpeakerKnown = false,
    waiting,
    progress,
    asking,
    ending,
    sought,
  } = props
  const isStreaming = message.streaming === true
  const text = useRevealed(contentText(message.content), isStreaming)
  const hasSearched = message.searches !== undefined || (message.usage?.searchCalls ?? 0) > 0
  return (
    <>
      <Speaker
        name={speakerOf(message)}
        model={calledModel(message) ?? ""}
        avatar={avatar}
        builtin={isBuiltinMask}
        isKnown={isSpeakerKnown}
      />
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
          isStreaming && !message.tools && waiting
        ) : (
          <Suspense fallback={<PlainText text={text} />}>
            <AnswerText message={message} text={text} streaming={isStreaming} sought={sought} />
          </Suspense>
        )}
        {message.tools && (
          <Suspense>
            <ToolLines message={message} isArriving={isStreaming} />
          </Suspense>
        )}
        {asking}
        <MessageImages content={message.content} made />
        {isStreaming && text !== "" && progress}
      </div>
      <Suspense>
        <Sources message={message} />
      </Suspense>
      {!isStreaming && (ending ?? <AnswerEnding message={message} />)}
    </>
  )
}

interface SpeakerProps {
  readonly name: string
  readonly model: string
  readonly avatar: string
  readonly builtin: boolean | undefined
  readonly isKnown: boolean
}

const Speaker = memo(function Speaker({ name, model, avatar, builtin, isKnown }: SpeakerProps) {
  return (
    <h2 className={isKnown ? hidden.hidden : styles.speaker}>
      <span className={styles.mark} aria-hidden="true">
        <MaskPicture avatar={avatar} builtin={builtin} size={16} fallback={initialsOf(model)} />
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
