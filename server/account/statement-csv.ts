import type { LaterTexts } from "#core/i18n/texts.ts"
import { statementTitle } from "#core/i18n/statement-text.ts"
import type { StatementLine } from "#core/ledger/statement.ts"
import { toReais } from "#core/lib/micro-reais.ts"
import { csvLine, type CsvForm } from "../http/csv.ts"

/** Without it the usual spreadsheet takes UTF-8 for something else. */
const byteOrderMark = "\uFEFF"

/** A statement as a file: amounts in reais with up to 6 decimals, times in São Paulo. */
export async function* statementCsv(
  lines: AsyncIterable<StatementLine>,
  t: LaterTexts["statement"],
  unmetered: boolean,
  form: CsvForm,
): AsyncGenerator<string> {
  const titles = columns.map((column) => t.columns[column])
  yield byteOrderMark + csvLine(titles, form)
  for await (const line of lines) {
    const fields = columns.map((column) => cells[column](line, t, unmetered) ?? "")
    yield csvLine(fields, form)
  }
}

type Cell = (line: StatementLine, t: LaterTexts["statement"], unmetered: boolean) => string | number | undefined

/** In the order of the columns. */
const cells: Readonly<Record<keyof LaterTexts["statement"]["columns"], Cell>> = {
  at: ({ at }) => localTime().format(at).replace(",", ""),
  what: statementTitle,
  model: ({ model }) => model,
  input: ({ tokens }) => tokens?.input,
  cached: ({ tokens }) => tokens?.cached,
  output: ({ tokens }) => tokens?.output,
  reasoning: ({ tokens }) => tokens?.reasoning,
  searches: ({ searchCalls }) => searchCalls,
  amount: ({ amount }) => toReais(amount),
  balance: ({ balanceAfter }) => toReais(balanceAfter),
  calls: ({ calls }) => calls,
  callsBalance: ({ callsAfter }) => callsAfter,
  ending: ({ ending }, t) => ending && (t.endings[ending] ?? ending),
  id: ({ id, runId }) => runId ?? id,
  asked: ({ asked }) => asked,
  pieces: ({ pieces }) => pieces?.count,
  unit: ({ pieces }, t) => pieces && t.unitNames[pieces.unit],
}
const columns = Object.keys(cells) as readonly (keyof typeof cells)[]

let format: Intl.DateTimeFormat | undefined

/** As spreadsheets of every language read it: 2026-11-21 14:32:05. Made when first needed: its tables take 9 MB. */
function localTime(): Intl.DateTimeFormat {
  const options = { timeZone: "America/Sao_Paulo", dateStyle: "short", timeStyle: "medium" } as const
  return (format ??= new Intl.DateTimeFormat("sv-SE", options))
}
