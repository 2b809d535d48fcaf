import type { Failure } from "#core/gateway/failure.ts"
import { emptyBalances } from "#core/ledger/balance.ts"
import { accounts } from "#core/ledger/entry.ts"
import { presentStatement } from "#core/ledger/statement-wire.ts"
import { statementKinds, type Statement, type StatementLine } from "#core/ledger/statement.ts"
import { microReais, type MicroReais } from "#core/lib/micro-reais.ts"
import { err, ok, type Result } from "#core/lib/result.ts"
import type { Authorizer, Caller } from "../access/authorize.ts"
import { nextDay, startOfDayInBrazil, startOfTodayInBrazil } from "../time/day-in-brazil.ts"
import { checkFollowing, type Rates } from "../gateway/admission/rates.ts"
import { withCaller } from "../access/with-caller.ts"
import { refuse } from "../http/context.ts"
import { commaDecimalCsv, plainCsv } from "../http/csv.ts"
import { jsonReply, noStore, type Reply } from "../http/reply.ts"
import { type HttpContext, createRoutes } from "../http/routes.ts"
import { textsFor } from "../http/texts.ts"
import type { Database, Sql } from "../store/sql.ts"
import { readSpent } from "../ledger/spent.ts"
import { statementCsv } from "./statement-csv.ts"
import { readStatement, type StatementOf, type StatementPlace, type StatementQuery } from "../ledger/statement.ts"
import { readBalances } from "../ledger/wallet.ts"

const usualLines = 50
const mostLines = 200
/** Lines read at once for a file. */
const linesPerRead = 1_000

export interface StatementRoutesDeps extends Pick<Rates, "followRate"> {
  readonly authorizer: Authorizer
  readonly database: Database
  readonly now: () => number
}

/**
 * `GET /api/statement`: every line of the caller's code with the balance after it, in pages of JSON or whole as CSV; with
 * `decimal=comma` as spreadsheets of countries like Brazil read it.
 */
export function createStatementRoutes({ authorizer, database, now, ...rates }: StatementRoutesDeps) {
  const routes = createRoutes()

  routes.get("/api/statement", withCaller(authorizer, statementFor))

  return routes.all

  async function statementFor(c: HttpContext, caller: Caller): Promise<Reply> {
    const { url } = c
    const texts = textsFor(c.incoming.headers["accept-language"]).statement
    const slow = await checkFollowing(rates, caller)
    if (slow) return refuse(c, slow)
    const of = statementOf(caller)
    if (of === undefined) return refuse(c, { kind: "unauthorized", message: texts.noCode })
    const query = queryOf(url.searchParams)
    if (!query.ok) return refuse(c, query.error)
    if (wantsCsv(c, url)) {
      const form = url.searchParams.get("decimal") === "comma" ? commaDecimalCsv : plainCsv
      return csv(statementCsv(everyLine(of, query.value), texts, of.codeId === undefined, form), texts)
    }
    return jsonReply(presentStatement(await read(of, query.value)))
  }

  /** The page and what it must add up to, of one moment. */
  function read(of: StatementOf, query: StatementQuery): Promise<Statement> {
    return database.snapshot(async (sql) => {
      const { lines, next } = await readStatement(sql, of, query)
      const posted = of.codeId === undefined ? emptyBalances : await readBalances(sql, of.codeId)
      return {
        lines,
        ...(next ? { next: encodePlace(next) } : {}),
        purse: of.purse,
        posted: { premium: posted.premium.posted, free: posted.free.posted, calls: posted.calls.posted },
        spentToday: of.codeId === undefined ? microReais(0) : await spentToday(sql, of.codeId, of.purse),
        unmetered: of.codeId === undefined,
      }
    })
  }

  function spentToday(sql: Sql, codeId: string, purse: "premium" | "free"): Promise<MicroReais> {
    return readSpent(sql, accounts.wallet(codeId, purse), startOfTodayInBrazil(now()))
  }

  /** Page by page, so that a reader in no hurry keeps no transaction open. */
  async function* everyLine(of: StatementOf, query: StatementQuery): AsyncGenerator<StatementLine> {
    for (let before = query.before; ;) {
      const from = { ...query, ...(before ? { before } : {}), limit: linesPerRead }
      const { lines, next } = await database.snapshot((sql) => readStatement(sql, of, from))
      yield* lines
      if (next === undefined) return
      before = next
    }
  }
}

/** Whose lines; undefined for who has no code. */
function statementOf(caller: Caller): StatementOf | undefined {
  if (caller.kind === "code") return { codeId: caller.code.id, owner: caller.owner, purse: caller.tier }
  return caller.kind === "operator" ? { owner: caller.owner, purse: "premium" } : undefined
}

function queryOf(params: URLSearchParams): Result<StatementQuery, Failure> {
  const given = (name: string) => params.get(name) || undefined
  const wrong = (param: string, message: string) => err({ kind: "invalid-request", message, param } as const)

  const limit = Number(given("limit") ?? usualLines)
  if (!Number.isInteger(limit) || limit < 1 || limit > mostLines) {
    return wrong("limit", `limit must be a whole number from 1 to ${mostLines}`)
  }
  const before = placeOf(given("before"))
  if (before === "wrong") return wrong("before", "before must be the next of an earlier page")
  const [firstDay, lastDay] = [given("from"), given("to")]
  const from = firstDay === undefined ? undefined : startOfDayInBrazil(firstDay)
  if (firstDay !== undefined && from === undefined) return wrong("from", "from must be a day as 2026-11-21")
  const isDay = lastDay !== undefined && startOfDayInBrazil(lastDay) !== undefined
  if (lastDay !== undefined && !isDay) return wrong("to", "to must be a day as 2026-11-21")
  const until = isDay ? startOfDayInBrazil(nextDay(lastDay)) : undefined
  const kind = statementKinds.find((known) => known === given("kind"))
  if (given("kind") !== undefined && kind === undefined) {
    return wrong("kind", `kind must be one of ${statementKinds.join(", ")}`)
  }
  return ok({
    limit,
    ...(before ? { before } : {}),
    ...(from === undefined ? {} : { from }),
    ...(until === undefined ? {} : { until }),
    ...(kind ? { kind } : {}),
  })
}

/** A place travels with what was left there; who forges one sees wrong figures of their own. */
function encodePlace({ txn, at, run, premium, free, calls }: StatementPlace): string {
  return [txn, at, premium, free, calls, run].join(".")
}

function placeOf(text: string | undefined): StatementPlace | "wrong" | undefined {
  if (text === undefined) return undefined
  if (!/^(-?\d{1,16}\.){5}[\w-]{0,80}$/.test(text)) return "wrong"
  const [run = "", ...numbers] = text.split(".").toReversed()
  const [calls = 0, free = 0, premium = 0, at = 0, txn = 0] = numbers.map(Number)
  return [calls, free, premium, at, txn].every(Number.isSafeInteger) ? { txn, at, run, premium, free, calls } : "wrong"
}

function wantsCsv(c: HttpContext, url: URL): boolean {
  if (url.searchParams.get("format") === "csv") return true
  return /(^|,)\s*text\/csv\s*(;|,|$)/i.test(c.incoming.headers.accept ?? "")
}

function csv(lines: AsyncGenerator<string>, texts: { readonly fileName: string }): Reply {
  return {
    status: 200,
    headers: {
      ...noStore,
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": attachment(`${texts.fileName}.csv`),
    },
    body: lines,
  }
}

/** A file's name in any script: in a header plain letters only, all others as RFC 8187 writes them. */
function attachment(name: string): string {
  if (/^[\w.-]+$/.test(name)) return `attachment; filename=${name}`
  return `attachment; filename=statement.csv; filename*=UTF-8''${encodeURIComponent(name)}`
}
