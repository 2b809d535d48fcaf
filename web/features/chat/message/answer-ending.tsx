import { failureLink, failureText } from "#core/i18n/failure-text.ts"
import { errorNotice } from "#core/conversation/error-notice.ts"
import type { Message } from "#core/conversation/message.ts"
import { mostRounds } from "#core/conversation/tool-rounds.ts"
import { type Failure, providerWords } from "#core/gateway/failure.ts"
import { Link } from "wouter"
import { texts } from "../../../platform/texts.ts"
import styles from "../list/message-list.module.css"
import { safeLink } from "../markdown/safe-link.ts"
import { UnauthorizedHelp } from "./unauthorized-help.tsx"

/** How an answer ended, where that needs saying: trouble, a stop, a limit. */
export function AnswerEnding({ message }: { readonly message: Message }) {
  if (message.failure) return <FailureNotice failure={message.failure} model={message.model ?? ""} />
  const note = endingNote(message)
  return note === undefined ? null : <p className={styles.note}>{note}</p>
}

function endingNote(message: Message): string | undefined {
  const t = texts().chat
  if (message.interrupted) return t.interrupted
  switch (message.finish) {
    case "aborted":
      return t.stopped
    case "length":
      return message.limitedByBalance ? t.cutByBalance : t.cutByLength
    case "content-filter":
      return t.cutByFilter
    case "tool-calls":
      return (message.rounds?.length ?? 0) < mostRounds ? undefined : t.tooManyRounds(mostRounds)
    default:
      return undefined
  }
}

/** The specification's "**Ops!** …" with its emoji, and the link that helps. */
function FailureNotice({ failure, model }: { readonly failure: Failure; readonly model: string }) {
  const { errors } = texts()
  const isGateway = failure.kind === "upstream" && [502, 503, 504].includes(failure.status)
  const said = isGateway && model === "o3" ? errors.reasoningTooLong : failureText(failure, errors)
  const [emoji = "", words = ""] = errorNotice(said, errors.unknown, failure.kind).split(" **Ops!** ")
  return (
    <div className={styles.failure} data-failure={failure.kind}>
      <span aria-hidden="true">{emoji}</span>
      <div>
        <p>
          <b>Ops!</b> {words} {failure.kind !== "unauthorized" && <HelpLink markdown={failureLink(failure, errors)} />}
        </p>
        <ProviderWords failure={failure} said={said} />
      </div>
      {failure.kind === "unauthorized" && <UnauthorizedHelp />}
    </div>
  )
}

/** The provider's own words, one tap away where ours do not hold them already. */
function ProviderWords({ failure, said }: { readonly failure: Failure; readonly said: string }) {
  const words = providerWords(failure)
  if (words === undefined || said.includes(words)) return null
  return (
    <details>
      <summary>{texts().crash.details}</summary>
      <p>{words}</p>
    </details>
  )
}

/** A Markdown link of our own texts: into the application, or to the plans. */
function HelpLink({ markdown = "" }: { readonly markdown: string | undefined }) {
  const [, words, href = ""] = /^\[(.+)\]\((.+)\)$/.exec(markdown) ?? []
  if (words === undefined) return null
  if (href.startsWith("/") && !href.startsWith("//")) return <Link href={href}>{words}</Link>
  const url = safeLink(href)
  return url ? (
    <a href={url.href} target="_blank" rel="noopener noreferrer">
      {words}
    </a>
  ) : null
}
