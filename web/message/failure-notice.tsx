import { isScreenAddress, screenPaths } from "#core/screens/screens.ts"
import { useState, type MouseEvent, type ReactNode } from "react"
import { Link } from "../platform/browser/links.ts"
import { ops } from "#core/conversation/message-notice.ts"
import type { Message } from "#core/conversation/message.ts"
import { type Failure, type MoneyTooLittle, providerWords } from "#core/gateway/failure.ts"
import { joinSentences } from "#core/i18n/join-sentences.ts"
import { formatBalance, formatReserve } from "../platform/language/money.ts"
import { chapterTexts, texts } from "../platform/language/texts.ts"
import { selectIsPremium, useAccess } from "../state/access-store.ts"
import { openPlans } from "../state/plans-dialog.ts"
import { ButtonLink } from "../ui/button.tsx"
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
  /** What can be done about it where the message stands; on a shared page nothing. */
  readonly actions?: ReactNode
}

/** Failures that premium would lift. */
const premiumHas: ReadonlySet<Failure["kind"]> = new Set([
  "model-not-allowed",
  "free-limit-reached",
  "message-too-long",
])

/** The notice "**Ops!** …" with its emoji, the provider's own text, and the link that helps. */
export function FailureNotice({ failure, message, actions }: FailureNoticeProps) {
  const { emoji, words, json, advice, link } = failureWords(failure, message)
  const isShutOut = failure.kind === "unauthorized" || failure.kind === "user-not-found"
  const isMoney = failure.kind === "insufficient-balance"
  const isFree = !useAccess(selectIsPremium)
  const tooLittle = isMoney && failure.short?.why === "too-little" ? failure.short : undefined
  return (
    <div className={styles.failure} data-failure={failure.kind} data-money={isMoney || undefined}>
      <span aria-hidden="true">{emoji}</span>
      <div>
        <p>
          <b>{ops}</b> {tooLittle?.affordable ? <TooLittle short={tooLittle} /> : words}{" "}
          {isFree && premiumHas.has(failure.kind) ? (
            <HelpLink markdown={chapterTexts("errors").upgrade(screenPaths.settings)} instead={openPlans} />
          ) : (
            !isShutOut && !isMoney && <HelpLink markdown={link} />
          )}
        </p>
        {tooLittle && <Amounts short={tooLittle} />}
        {advice && <p>{advice}</p>}
        {json && <CodeBlock fallback={<p>{json}</p>} code={json} language="json" open={false} />}
        <ProviderWords failure={failure} said={words} />
        {(actions || isMoney) && (
          <div className={styles.actions}>{actions ?? (isMoney && <MoneyLinks failure={failure} />)}</div>
        )}
      </div>
      {isShutOut && <UnauthorizedHelp />}
    </div>
  )
}

interface TooLittleProps {
  readonly short: MoneyTooLittle
}

/** What the amounts below it mean, and that nothing is lost. */
function TooLittle({ short: { has, model } }: TooLittleProps) {
  const { tooLittle, nothingCharged } = chapterTexts("errors")
  return (
    <>
      <b>{tooLittle.title(formatBalance(has), model)}</b>{" "}
      <span className={styles.kept}>{joinSentences(tooLittle.kept, nothingCharged)}</span>
    </>
  )
}

/** What each answer would reserve, and what there is. */
function Amounts({ short: { has, needed, model, affordable } }: TooLittleProps) {
  const { tooLittle } = chapterTexts("errors")
  const { reserves } = texts().chat
  const lines = [
    [tooLittle.answerOf(model), reserves(formatReserve(needed))],
    ...(affordable ? [[tooLittle.answerOf(affordable.displayName), reserves(formatReserve(affordable.needed))]] : []),
    [tooLittle.balance, formatBalance(has)],
  ]
  return (
    <dl className={styles.amounts}>
      {lines.map(([name, amount]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{amount}</dd>
        </div>
      ))}
    </dl>
  )
}

export interface MoneyLinksProps {
  readonly failure: Extract<Failure, { kind: "insufficient-balance" }>
}

/** Where credit can be added; and whom to ask where no credit helps, or nothing is known to. */
export function MoneyLinks({ failure: { upgradeUrl, short } }: MoneyLinksProps) {
  const supportUrl = useAccess((state) => state.config.supportUrl)
  const rechargeUrl = upgradeUrl === undefined ? undefined : (screenOf(upgradeUrl) ?? safeLink(upgradeUrl)?.href)
  const isShut = short?.why === "frozen" || short?.why === "overdrawn"
  const told = isShut ? short.supportUrl : undefined
  const helpUrl = isShut || rechargeUrl === undefined ? (safeLink(told ?? "")?.href ?? supportUrl) : undefined
  return (
    <>
      {rechargeUrl !== undefined && <ButtonLink href={rechargeUrl}>{chapterTexts("access").recharge}</ButtonLink>}
      {helpUrl !== undefined && <ButtonLink href={helpUrl}>{texts().shell.support}</ButtonLink>}
    </>
  )
}

/** The path of our own screen that an address leads to. */
function screenOf(url: string): string | undefined {
  return isScreenAddress(url) ? url : undefined
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
