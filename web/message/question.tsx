import { Suspense, type ReactNode } from "react"
import { filesOf, wordsOf, type Content } from "#core/gateway/content.ts"
import { UserAvatar } from "../avatar/user-avatar.tsx"
import { PlainText } from "../markdown/plain-text.tsx"
import { lazyOr, PartMissing } from "../ui/lazy-or.tsx"
import { MessageImages } from "./message-images.tsx"
import styles from "./question.module.css"

const MessageFiles = lazyOr(() => import("./files/message-files.tsx"), PartMissing)

export interface QuestionProps {
  readonly content: Content
  /** The avatar of whoever asked, as it is stored. */
  readonly avatar: string
  /** What can be done with it; stands before the balloon. */
  readonly actions?: ReactNode
}

/** The user's message as plain text, with its files and pictures. */
export function Question({ content, avatar, actions }: QuestionProps) {
  const words = wordsOf(content)
  const hasFiles = filesOf(content).length > 0
  return (
    <div className={styles.said}>
      <div className={styles.balloon}>
        {words !== "" && <PlainText text={words} />}
        {hasFiles && (
          <Suspense>
            <MessageFiles content={content} />
          </Suspense>
        )}
        <MessageImages content={content} />
      </div>
      <UserAvatar avatar={avatar} />
      {actions}
    </div>
  )
}
