import type { ExportedEntry } from "../ledger/export-entries.ts"

const columns = ["txn", "seq", "kind", "ref", "at", "event_at", "account", "unit", "amount", "meta"] as const

/** The entries as CSV, line by line. Amounts are whole micro-reais, or calls; instants are ISO 8601. */
export async function* entriesCsv(entries: AsyncIterable<ExportedEntry>): AsyncGenerator<string> {
  yield `${columns.join(",")}\r\n`
  for await (const entry of entries) {
    const row = { ...entry, at: iso(entry.at), event_at: iso(entry.event_at) }
    yield `${columns.map((column) => csvField(row[column])).join(",")}\r\n`
  }
}

/** A text that a spreadsheet would run as a formula is made harmless by an apostrophe; numbers are left alone. */
function csvField(value: string | number): string {
  if (typeof value === "number") return String(value)
  const harmless = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

function iso(at: number): string {
  return new Date(at).toISOString()
}
