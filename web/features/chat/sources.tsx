import type { Citation } from "#core/gateway/chat-event.ts"
import { texts } from "../../platform/texts.ts"
import { MessageLink } from "./markdown/message-link.tsx"
import styles from "./message-list.module.css"

/** The pages an answer rests on, each once. */
export function Sources({ citations }: { readonly citations: readonly Citation[] }) {
  const t = texts().chat
  const pages = [...new Map(citations.map((citation) => [citation.url, citation])).values()]
  return (
    <nav className={styles.sources} aria-label={t.sources}>
      <b>{t.sources}</b>
      <ol>
        {pages.map(({ url, title }) => (
          <li key={url}>
            <MessageLink href={url} text={title || url}>
              {title || url}
            </MessageLink>
          </li>
        ))}
      </ol>
    </nav>
  )
}
