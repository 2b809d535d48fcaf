import { isScreenAddress, screenPaths } from "#core/screens/screens.ts"
import { useState, type MouseEvent } from "react"
import { Link } from "../platform/browser/links.ts"
import { ops } from "#core/conversation/message-notice.ts"
import type { Message } from "#core/conversation/message.ts"
import { type Failure, providerWords } from "#core/gateway/failure.ts"
import { chapterTexts, texts } from "../platform/language/texts.ts"
import { selectIsPremium, useAccess } from "../state/access-store.ts"
import { openPlans } from "../state/plans-dialog.ts"
import { Icon } from "../ui/icon.tsx"
import { lazyPart } from "../ui/lazy-part.tsx"
import type { CodeBlockProps } from "../markdown/code-block.tsx"
import { safeLink } from "../markdown/safe-link.ts"
import styles from "./failure-notice.module.css"
import { failureWords } from "./failure-words.ts"
import { UnauthorizedHelp } from "./unauthorized-help.tsx"

const CodeBlock = lazyPart<CodeBlockProps>(() =>
  import("../markdown/code-block.tsx").then((module) => ({ default: module.CodeBlock })),
)

export interface FailureNoticeProps {
  readonly failure: Failure
  readonly message: Message
}

/** Failures that premium would lift. */
const premiumHas: ReadonlySet<Failure["kind"]> = new Set([
  "model-not-allowed",
  "free-limit-reached",
  "message-too-long",
])

/** The notice "**Ops!** …" with its emoji, the provider's own text, and the link that helps. */
export function FailureNotice({ failure, message }: FailureNoticeProps) {
  const { emoji, words, json, advice, link } = failureWords(failure, message)
  const isShutOut = failure.kind === "unauthorized"
  const isFree = !useAccess(selectIsPremium)
  const supportUrl = useAccess((state) => state.config.supportUrl)
  return (
    <div className={styles.failure} data-failure={failure.kind}>
      <span aria-hidden="true">{emoji}</span>
      <div>
        <p>
          <b>{ops}</b> {words}{" "}
          {isFree && premiumHas.has(failure.kind) ? (
            <HelpLink markdown={chapterTexts("errors").upgrade(screenPaths.settings)} instead={openPlans} />
          ) : (
            !isShutOut && <HelpLink markdown={link ?? supportFor(failure, supportUrl)} />
          )}
        </p>
        {advice && <p>{advice}</p>}
        {json && <CodeBlock fallback={<p>{json}</p>} code={json} language="json" open={false} />}
        <ProviderWords failure={failure} said={words} />
      </div>
      {isShutOut && <UnauthorizedHelp />}
    </div>
  )
}

/** The support link for a frozen code, which no recharge reopens. */
function supportFor({ kind }: Failure, url: string | undefined): string | undefined {
  return kind === "insufficient-balance" && url !== undefined ? `[${texts().shell.support}](${url})` : undefined
}

/** The provider's own words, one tap away where ours do not hold them already. */
function ProviderWords({ failure, said }: { readonly failure: Failure; readonly said: string }) {
  const [isOpen, setOpen] = useState(false)
  const words = providerWords(failure)
  if (words === undefined || said.includes(words)) return null
  return (
    <details className={styles.details} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        {texts().crash.details}
        <Icon name="chevron" size={14} />
      </summary>
      {isOpen && (
        <p dir="auto" tabIndex={0}>
          {words}
        </p>
      )}
    </details>
  )
}

interface HelpLinkProps {
  readonly markdown: string | undefined
  /** The action of a press that stays in the chat. */
  readonly instead?: () => void
}

/** A Markdown link of our own texts: into the application, or to the plans. */
function HelpLink({ markdown = "", instead }: HelpLinkProps) {
  const [, words, href = ""] = /^\[([^\]]+)\]\(([^)]+)\)$/.exec(markdown) ?? []
  if (words === undefined) return null
  if (isScreenAddress(href)) {
    const onClick = (event: MouseEvent) => {
      if (instead === undefined) return
      event.preventDefault()
      instead()
    }
    return (
      <Link href={href} onClick={onClick}>
        {words}
      </Link>
    )
  }
  const url = safeLink(href)
  return url ? (
    <a href={url.href} target="_blank" rel="noopener noreferrer">
      {words}
    </a>
  ) : null
}
