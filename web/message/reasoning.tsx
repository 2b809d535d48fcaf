import { Suspense, useEffect, useState } from "react"
import type { Message } from "#core/conversation/message.ts"
import { contentText } from "#core/gateway/content.ts"
import { texts, withChapters } from "../platform/language/texts.ts"
import { Icon } from "../ui/icon.tsx"
import { lazyOr, nothing } from "../ui/lazy-or.tsx"
import type { MarkdownViewProps } from "../markdown/markdown-view.tsx"
import { PlainText } from "../markdown/plain-text.tsx"
import styles from "./answer.module.css"

const MarkdownView = lazyOr<MarkdownViewProps>(
  () => import("../markdown/markdown-view.tsx").then((module) => ({ default: module.MarkdownView })),
  PlainText,
)

/** Few answers are pictures. */
const PictureRequest = lazyOr(() => withChapters(import("./picture-request.tsx"), "images"), nothing)

/** A model's reasoning: collapsed, with its duration; while it lasts, only a notice. */
export function Reasoning({ message }: { readonly message: Message }) {
  const [isOpen, setOpen] = useState(false)
  const { reasoning = "", reasoningMs, usage } = message
  const isThinking = message.streaming === true && reasoningMs === undefined && contentText(message.content) === ""
  return (
    <details className={styles.reasoning} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        {isThinking ? (
          <>
            <span className={styles.pulse} aria-hidden="true" />
            {texts().chat.thinking}
            <Seconds from={message.reasoningFrom} />
          </>
        ) : (
          <Suspense fallback={texts().chat.reasoning}>
            {usage?.unit === "picture" ? <PictureRequest /> : thoughtFor(reasoningMs)}
          </Suspense>
        )}
        <Icon name="chevron" size={14} />
      </summary>
      {isOpen && (
        <div className={styles.thoughts}>
          <Suspense fallback={<PlainText text={reasoning} />}>
            <MarkdownView text={reasoning} streaming={isThinking} />
          </Suspense>
        </div>
      )}
    </details>
  )
}

function thoughtFor(durationMs: number | undefined): string {
  const t = texts().chat
  return durationMs === undefined ? t.reasoning : t.thoughtFor(Math.max(1, Math.round(durationMs / 1_000)))
}

/** Seconds since a moment, counting. */
function Seconds({ from }: { readonly from: number | undefined }) {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [])
  const seconds = from === undefined ? 0 : Math.floor((now - from) / 1_000)
  return seconds >= 2 ? <span className={styles.seconds}>{seconds} s</span> : null
}
