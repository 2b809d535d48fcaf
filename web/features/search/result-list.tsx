import { chatAddress } from "#core/screens/screens.ts"
import { useMemo, type KeyboardEvent } from "react"
import type { SearchHit } from "../../platform/search/search-messages.ts"
import { chapterTexts, texts } from "../../platform/language/texts.ts"
import { displayNameOf } from "../../state/model-facts.ts"
import { Icon } from "../../ui/icon.tsx"
import styles from "./search.module.css"
import { hrefOf } from "../../platform/browser/page-address.ts"

export interface ResultListProps {
  readonly hits: readonly SearchHit[]
  readonly onOpen: (hit: SearchHit) => void
}

/** The search results: conversation, author, time, and the words around the hit. */
export function ResultList({ hits, onOpen }: ResultListProps) {
  const t = chapterTexts("search")
  const days = useMemo(() => new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: "medium" }), [])
  if (hits.length === 0) return null
  return (
    <ol role="list" className={styles.list} aria-label={t.results} onKeyDown={moveFocus}>
      {hits.map((hit) => (
        <li key={hit.messageId ?? hit.sessionId}>
          <a
            href={hrefOf(chatAddress(hit.sessionId))}
            className={styles.hit}
            onClick={(event) => {
              if (event.metaKey || event.ctrlKey || event.shiftKey) return
              event.preventDefault()
              onOpen(hit)
            }}
          >
            <span className={styles.about}>
              <b>{hit.topic || t.untitled}</b>
              <time dateTime={new Date(hit.date).toISOString()}>{days.format(hit.date)}</time>
            </span>
            <span className={styles.excerpt} dir="auto">
              <span className={styles.speaker}>{speakerOf(hit)}: </span>
              {hit.excerpt.map((part, index) =>
                part.isHit ? <mark key={index}>{part.text}</mark> : <span key={index}>{part.text}</span>,
              )}
            </span>
            <span className={styles.view}>
              {t.view}
              <Icon name="next" size={14} />
            </span>
          </a>
        </li>
      ))}
    </ol>
  )
}

function speakerOf({ messageId, role, model }: SearchHit): string {
  const { chat } = texts()
  if (messageId === undefined) return chapterTexts("search").inTitle
  return role === "user" ? chat.you : model ? displayNameOf(model) : chat.model
}

/** The arrows go from one result to the next, and from the first back to the field. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return
  const links = [...event.currentTarget.querySelectorAll("a")]
  const at = links.findIndex((link) => link === document.activeElement) + (event.key === "ArrowDown" ? 1 : -1)
  const next = links[at] ?? (at < 0 ? document.querySelector<HTMLElement>("input[type=search]") : undefined)
  if (next == null) return
  event.preventDefault()
  next.focus()
}
