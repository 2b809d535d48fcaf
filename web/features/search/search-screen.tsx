import { useEffect, useId, useRef, useState, type KeyboardEvent } from "react"
import { chatAddress } from "#core/screens/screens.ts"
import { useLocation } from "../../platform/browser/links.ts"
import { joinSentences } from "#core/i18n/join-sentences.ts"
import { chapterTexts, texts } from "../../platform/language/texts.ts"
import { restoreSession, selectSession } from "../../state/conversation-list.ts"
import { conversationStore } from "../../state/conversation-store.ts"
import { markWords } from "../../state/marked-words.ts"
import { goToMessage } from "../../state/reading-place.ts"
import type { SearchHit } from "../../platform/search/search-messages.ts"
import { classNames } from "../../ui/class-names.ts"
import { IconButton } from "../../ui/button.tsx"
import field from "../../ui/field.module.css"
import { Icon } from "../../ui/icon.tsx"
import { Screen } from "../../ui/screen.tsx"
import { showToast } from "../../ui/toast.tsx"
import { ResultList } from "./result-list.tsx"
import styles from "./search.module.css"
import { useSearch, type SearchResults } from "./use-search.ts"
import { pagePath, pageSearch, showUrl } from "../../platform/browser/page-address.ts"

/** The number of results on a page. */
const pageSize = 15

/** The search of all conversations: results as one types, and from each the way to its message. */
export default function SearchScreen() {
  const t = chapterTexts("search")
  const [, navigate] = useLocation()
  const [{ text, page }, setQuery] = useState(readAddress)
  const input = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const hint = useId()
  const { results, isCurrent, isFailed } = useSearch(text, page)
  const isAsked = text.trim() !== ""
  const isTurning = useRef(false)
  useEffect(() => {
    if (!isCurrent || !isTurning.current) return
    isTurning.current = false
    list.current?.querySelector("a")?.focus()
  }, [isCurrent])

  const change = (query: Query) => {
    setQuery(query)
    writeAddress(query)
  }
  const open = ({ sessionId, messageId, words }: SearchHit) => {
    const { order, deleted } = conversationStore.getState()
    // Opening a conversation that was just deleted restores it.
    if (sessionId in deleted) restoreSession(sessionId)
    else if (!order.includes(sessionId)) return showToast({ text: texts().shell.conversationDeleted })
    selectSession(sessionId)
    if (messageId !== undefined) {
      goToMessage(sessionId, messageId)
      markWords({ messageId, words })
    }
    navigate(chatAddress(sessionId))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === "Escape" && text !== "") {
      event.preventDefault()
      change({ text: "", page: 1 })
    } else if (event.key === "ArrowDown" || event.key === "Enter") {
      event.preventDefault()
      list.current?.querySelector("a")?.focus()
    }
  }

  return (
    <Screen title={t.title}>
      <search className={styles.search}>
        <div className={styles.field}>
          <Icon name="search" />
          <input
            ref={input}
            type="search"
            className={classNames(field.field, styles.input)}
            aria-label={t.field}
            aria-describedby={hint}
            placeholder={t.placeholder}
            enterKeyHint="search"
            autoComplete="off"
            spellCheck={false}
            // It is what one comes here for.
            // oxlint-disable-next-line jsx-a11y/no-autofocus
            autoFocus
            value={text}
            onChange={(event) => change({ text: event.target.value, page: 1 })}
            onKeyDown={onKeyDown}
          />
          {isAsked && (
            <IconButton
              size="small"
              icon="close"
              label={t.clear}
              className={styles.clear}
              onClick={() => {
                change({ text: "", page: 1 })
                input.current?.focus()
              }}
            />
          )}
        </div>
        <p className={styles.state} role="status" id={hint}>
          <State results={results} isAsked={isAsked} isFailed={isFailed} isCurrent={isCurrent} />
        </p>
      </search>
      <div ref={list} className={classNames(styles.results, !isCurrent && styles.waiting)}>
        {isAsked && results !== undefined && <ResultList hits={results.hits} onOpen={open} />}
        {isAsked && results !== undefined && results.total > pageSize && (
          <Pages
            // The one that is wanted, so that a second press goes on from there before the first has brought anything.
            page={Math.min(page, Math.ceil(results.total / pageSize))}
            of={Math.ceil(results.total / pageSize)}
            onTurn={(next) => {
              isTurning.current = true
              change({ text, page: next })
            }}
          />
        )}
      </div>
    </Screen>
  )
}

interface StateProps {
  readonly results: SearchResults | undefined
  readonly isAsked: boolean
  readonly isFailed: boolean
  readonly isCurrent: boolean
}

function State({ results, isAsked, isFailed, isCurrent }: StateProps) {
  const t = chapterTexts("search")
  if (isFailed) return t.failed
  if (results?.isWithoutData) return t.noData
  if (!isAsked) return t.hint
  if (results === undefined || (!isCurrent && results.total === 0)) return t.loading
  if (results.total === 0) return results.isComplete ? joinSentences(t.noResult, t.noResultHint) : t.loading
  const count = results.isComplete ? t.count(results.total) : t.countSoFar(results.total)
  return results.isSimilar ? joinSentences(count, t.similar) : count
}

interface PagesProps {
  readonly page: number
  readonly of: number
  readonly onTurn: (page: number) => void
}

function Pages({ page, of, onTurn }: PagesProps) {
  const t = chapterTexts("search")
  return (
    <nav className={styles.pages} aria-label={t.results}>
      <IconButton icon="previous" label={t.previous} disabled={page <= 1} onClick={() => onTurn(page - 1)} />
      <span>{t.page(page, of)}</span>
      <IconButton icon="next" label={t.next} disabled={page >= of} onClick={() => onTurn(page + 1)} />
    </nav>
  )
}

interface Query {
  readonly text: string
  readonly page: number
}

/** The query stands in the address, so that going back from a result finds it again. */
function readAddress(): Query {
  const parameters = new URLSearchParams(pageSearch())
  const page = Number(parameters.get("page"))
  return { text: parameters.get("q") ?? "", page: Number.isSafeInteger(page) && page > 0 ? page : 1 }
}

function writeAddress({ text, page }: Query): void {
  const parameters = new URLSearchParams(pageSearch())
  parameters.delete("q")
  parameters.delete("page")
  if (text !== "") parameters.set("q", text)
  if (page > 1) parameters.set("page", String(page))
  const query = parameters.toString()
  showUrl({ pathname: pagePath(), search: query === "" ? "" : `?${query}`, hash: "" })
}
