import type { Message } from "#core/conversation/message.ts"
import type { WebSearch } from "#core/gateway/chat-event.ts"
import { texts } from "../platform/language/texts.ts"
import { Icon } from "../ui/icon.tsx"
import styles from "./searches.module.css"

/** How many searches of one answer are listed one by one, and how many characters of their words are shown. */
const most = { searches: 8, query: 160 } as const

/** The web searches of an answer. */
export function Searches({ message }: { readonly message: Message }) {
  const lines = linesOf(message)
  if (lines.length === 0) return null
  return (
    <ul role="list" className={styles.searches}>
      {lines.map((line, index) => (
        <li key={index}>
          <Icon name="globe" size={14} />
          <span dir="auto">{line}</span>
        </li>
      ))}
    </ul>
  )
}

function linesOf({ searches: calls = [], usage }: Message): readonly string[] {
  const t = texts().chat
  // Opening a page that was found is no search.
  const searches = calls.filter(({ page }) => page === undefined)
  const told = [...new Set(searches.filter(({ query }) => query).map(lineOf))].slice(0, most.searches)
  if (told.length > 0) return told
  if (searches.some(({ status }) => status === "searching")) return [t.searchingWebNow]
  const count = searches.filter(({ status }) => status === "completed").length || (usage?.searchCalls ?? 0)
  return count > 0 ? [t.searchedWebTimes(count)] : []
}

function lineOf({ status, query = "" }: WebSearch): string {
  const t = texts().chat
  const words = query.length > most.query ? `${query.slice(0, most.query)}…` : query
  switch (status) {
    case "searching":
      return t.searchingWeb(words)
    case "completed":
      return t.searchedWeb(words)
    case "failed":
      return t.searchFailed(words)
  }
}
