import { useEffect, useRef, useState } from "react"
import { openSearch, type Search } from "../../platform/search/search-client.ts"
import type { FromSearchWorker } from "../../platform/search/search-messages.ts"
import { startConversations } from "../../state/start-conversations.ts"
import { tellNewDamage } from "../../state/damage.ts"

export type SearchResults = Extract<FromSearchWorker, { type: "results" }>

/** The results of a query as it is typed; those of the one before stay until there are new ones. */
export function useSearch(text: string, page: number) {
  const [results, setResults] = useState<SearchResults>()
  const [isFailed, setFailed] = useState(false)
  const search = useRef<Search>(undefined)
  const wanted = useRef({ text, page })

  useEffect(() => {
    let isOver = false
    // The storage is opened, and brought up to date, by the page.
    void startConversations().then(() => {
      if (isOver) return
      search.current = openSearch((message) => {
        if (message.type === "damaged") return tellNewDamage(message.count)
        setFailed(message.type === "failed")
        if (message.type === "results") setResults(message)
      })
      search.current.ask(wanted.current)
    })
    return () => {
      isOver = true
      search.current?.close()
    }
  }, [])

  useEffect(() => {
    wanted.current = { text, page }
    search.current?.ask({ text, page })
  }, [text, page])

  const isCurrent = results?.query.text === text && results.query.page === page
  return { results, isCurrent, isFailed }
}
