import { useState, type MouseEvent } from "react"
import { Link } from "wouter"
import { ops, type MessageNotice } from "#core/conversation/message-notice.ts"
import { type Failure, providerWords } from "#core/gateway/failure.ts"
import { texts } from "../../../platform/texts.ts"
import { selectIsPremium, useAccess } from "../../../state/access-store.ts"
import { openPlans } from "../../../state/plans-dialog.ts"
import { Icon } from "../../../ui/icon.tsx"
import { lazyPart } from "../../../ui/lazy-part.tsx"
import type { CodeBlockProps } from "../markdown/code-block.tsx"
import { safeLink } from "../markdown/safe-link.ts"
import styles from "./failure-notice.module.css"
import { UnauthorizedHelp } from "./unauthorized-help.tsx"

const CodeBlock = lazyPart<CodeBlockProps>(() =>
  import("../markdown/code-block.tsx").then((module) => ({ default: module.CodeBlock })),
)

export interface FailureNoticeProps {
  readonly failure: Failure
  readonly notice: MessageNotice
}

/** What a free user has no more of, or not at all: premium has it. */
const premiumHas: ReadonlySet<Failure["kind"]> = new Set([
  "model-not-allowed",
  "free-limit-reached",
  "message-too-long",
])

/** The specification's "**Ops!** …" with its emoji, what the provider said itself, and the link that helps. */
export function FailureNotice({ failure, notice }: FailureNoticeProps) {
  const { emoji, words, json, advice, link } = notice
  const isShutOut = failure.kind === "unauthorized"
  const isFree = !useAccess(selectIsPremium)
  return (
    <div className={styles.failure} data-failure={failure.kind}>
      <span aria-hidden="true">{emoji}</span>
      <div>
        <p>
          <b>{ops}</b> {words}{" "}
          {isFree && premiumHas.has(failure.kind) ? (
            <HelpLink markdown={texts().errors.upgrade("/settings")} instead={openPlans} />
          ) : (
            !isShutOut && <HelpLink markdown={link} />
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
  /** What a press does without leaving the chat. */
  readonly instead?: () => void
}

/** A Markdown link of our own texts: into the application, or to the plans. */
function HelpLink({ markdown = "", instead }: HelpLinkProps) {
  const [, words, href = ""] = /^\[([^\]]+)\]\(([^)]+)\)$/.exec(markdown) ?? []
  if (words === undefined) return null
  if (href.startsWith("/") && !href.startsWith("//")) {
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
