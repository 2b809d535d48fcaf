import { csvLine } from "../http/csv.ts"
import type { ExportedEntry } from "../ledger/export-entries.ts"

const columns = ["txn", "seq", "kind", "ref", "at", "event_at", "account", "unit", "amount", "meta"] as const

/** The entries as CSV, line by line. Amounts are whole micro-reais, or calls; instants are ISO 8601. */
export async function* entriesCsv(entries: AsyncIterable<ExportedEntry>): AsyncGenerator<string> {
  yield csvLine(columns)
  for await (const entry of entries) {
    const row = { ...entry, at: iso(entry.at), event_at: iso(entry.event_at) }
    yield csvLine(columns.map((column) => row[column]))
  }
}

function iso(at: number): string {
  return new Date(at).toISOString()
}
