import { saidIn, type Message } from "#core/conversation/message.ts"
import { wordsOf, filesOf } from "#core/gateway/content.ts"
import { MarkdownView } from "../../markdown/markdown-view.tsx"
import { OnPaper } from "../../markdown/on-paper.ts"
import { PlainText } from "../../markdown/plain-text.tsx"
import { MessageImages } from "../../message/message-images.tsx"
import { Logo } from "../../ui/logo.tsx"
import { classNames } from "../../ui/class-names.ts"
import styles from "./export-card.module.css"

export interface ExportCardProps {
  readonly title: string
  readonly date: string
  readonly messages: readonly Message[]
  readonly hasReasoning: boolean
  readonly costOf: (message: Message) => string | undefined
  readonly isDark: boolean
  readonly ref: (card: HTMLElement | null) => void
}

/** A conversation as it is drawn on a picture: at the width of the picture, outside of what is seen. */
export function ExportCard({ title, date, messages, hasReasoning, costOf, isDark, ref }: ExportCardProps) {
  return (
    <div className={styles.aside} aria-hidden="true" inert>
      <div ref={ref} className={classNames(styles.card, isDark ? styles.dark : styles.light)}>
        <header className={styles.head}>
          <Logo size={28} />
          <b dir="auto">{title}</b>
          <span>{date}</span>
        </header>
        <OnPaper value={true}>
          {messages.map((message) => (
            <Said key={message.id} message={message} hasReasoning={hasReasoning} cost={costOf(message)} />
          ))}
        </OnPaper>
      </div>
    </div>
  )
}

/** A message as it goes out. */
export function Said({
  message,
  hasReasoning,
  cost,
}: {
  readonly message: Message
  readonly hasReasoning: boolean
  readonly cost: string | undefined
}) {
  const { role, content, reasoning } = message
  if (role === "user") {
    const names = filesOf(content).flatMap(({ file }) => file?.name ?? [])
    return (
      <div className={styles.question}>
        <PlainText text={wordsOf(content)} />
        {names.map((name) => (
          <p key={name} className={styles.file} dir="auto">
            {name}
          </p>
        ))}
        <MessageImages content={content} />
      </div>
    )
  }
  return (
    <div className={role === "system" ? styles.system : styles.answer}>
      {hasReasoning && reasoning && (
        <blockquote className={styles.reasoning}>
          <PlainText text={reasoning} />
        </blockquote>
      )}
      <MarkdownView text={saidIn(message)} streaming={false} />
      <MessageImages content={content} made />
      {cost !== undefined && <p className={styles.file}>{cost}</p>}
    </div>
  )
}
