import { useCallback, useEffect, useRef, useState } from "react"
import type { Statement, StatementKind, StatementLine } from "#core/ledger/statement.ts"
import { fetchStatement, type StatementReply } from "../../platform/gateway/statement-client.ts"
import { authHeaders, useAccess } from "../../state/access-store.ts"
import { daysOf, type StatementPeriod } from "./periods.ts"

export interface StatementView {
  readonly lines: readonly StatementLine[]
  /** The statement of the last loaded page; absent before the first. */
  readonly statement: Statement | undefined
  readonly state: "loading" | "ready" | Exclude<StatementReply["kind"], "page">
}

const nothingYet: StatementView = { lines: [], statement: undefined, state: "loading" }

/** A code's statement under a filter, page after page. It asks again when the connection is back. */
export function useStatement(period: StatementPeriod, kind: StatementKind | "all") {
  const accessCode = useAccess((state) => state.accessCode)
  const [view, setView] = useState(nothingYet)
  const [round, setRound] = useState(0)
  const going = useRef<AbortController>(undefined)
  const [asked, setAsked] = useState("")

  // Another filter or another code is another statement: nothing of the old one may stand under its name.
  const asks = `${accessCode} ${period} ${kind} ${round}`
  if (asks !== asked) {
    setAsked(asks)
    setView((before) => ({ ...nothingYet, statement: before.statement }))
  }

  const load = useCallback(
    async (before: string | undefined) => {
      going.current?.abort()
      const { signal } = (going.current = new AbortController())
      const query = { ...daysOf(period), ...(kind === "all" ? {} : { kind }) }
      try {
        for (let place = before; ;) {
          const page = { ...query, ...(place === undefined ? {} : { before: place }) }
          const reply = await fetchStatement(page, authHeaders(), signal)
          if (reply.kind !== "page") return setView((shown) => ({ ...shown, state: reply.kind }))
          const { statement } = reply
          setView(({ lines }) => ({ lines: [...lines, ...statement.lines], statement, state: "ready" }))
          // A narrow filter over a long history answers piece by piece.
          if (statement.lines.length > 0 || statement.next === undefined) return
          place = statement.next
        }
      } catch (error) {
        if (!signal.aborted) throw error
      }
    },
    [period, kind],
  )

  useEffect(() => {
    if (accessCode === "") return
    void load(undefined)
    return () => going.current?.abort()
  }, [accessCode, load, round])

  const next = view.statement?.next
  const older = useCallback(() => {
    if (next === undefined) return
    setView((shown) => ({ ...shown, state: "loading" }))
    void load(next)
  }, [load, next])
  const startOver = useCallback(() => setRound((count) => count + 1), [])
  // Where earlier lines did not come, those that stand there stay.
  const reload = view.lines.length > 0 ? older : startOver
  useEffect(() => {
    if (view.state !== "offline") return
    window.addEventListener("online", reload)
    return () => window.removeEventListener("online", reload)
  }, [view.state, reload])

  return { ...view, older, reload }
}
