import { languageTag } from "#core/i18n/locale.ts"
import type { Statement, StatementKind } from "#core/ledger/statement.ts"
import { decodeStatement } from "#core/ledger/statement-wire.ts"
import { currentLocale } from "../language/language.ts"
import { saveFile } from "../files/save-file.ts"
import { atServer } from "./server-address.ts"

/** The filter of a statement. Days are YYYY-MM-DD in São Paulo, both included. */
export interface StatementFilter {
  readonly from?: string
  readonly to?: string
  readonly kind?: StatementKind
}

export type StatementReply =
  | { readonly kind: "page"; readonly statement: Statement }
  /** The code is not (or no longer) one of the server's. */
  | { readonly kind: "refused" }
  | { readonly kind: "offline" }
  | { readonly kind: "failed" }

type Headers = Readonly<Record<string, string>>

/** `GET /api/statement`: one page. Throws nothing but its own abort. */
export async function fetchStatement(
  query: StatementFilter & { readonly before?: string; readonly limit?: number },
  headers: Headers,
  signal: AbortSignal,
): Promise<StatementReply> {
  try {
    const reply = await ask(query, { ...headers, Accept: "application/json" }, signal)
    if (reply.status === 401) return { kind: "refused" }
    const statement = reply.ok ? decodeStatement(await reply.json()) : undefined
    return statement ? { kind: "page", statement } : { kind: "failed" }
  } catch (error) {
    if (signal.aborted) throw error
    return { kind: navigator.onLine ? "failed" : "offline" }
  }
}

/** The whole statement as a file, in the form spreadsheets of the reader's language open at once, saved by the browser. False when it did not come. */
export async function downloadStatement(query: StatementFilter, name: string, headers: Headers): Promise<boolean> {
  try {
    const form = hasDecimalComma() ? { decimal: "comma" } : {}
    const reply = await ask({ ...query, ...form }, { ...headers, Accept: "text/csv" }, AbortSignal.timeout(120_000))
    if (!reply.ok) return false
    saveFile(name, await reply.blob())
    return true
  } catch {
    return false
  }
}

function hasDecimalComma(): boolean {
  const parts = new Intl.NumberFormat(languageTag(currentLocale())).formatToParts(0.5)
  return parts.some(({ type, value }) => type === "decimal" && value === ",")
}

function ask(query: object, headers: Headers, signal: AbortSignal): Promise<Response> {
  const given = Object.entries(query).filter((entry): entry is [string, string | number] => entry[1] !== undefined)
  const params = new URLSearchParams(given.map(([name, value]) => [name, String(value)]))
  const language = { "Accept-Language": languageTag(currentLocale()) }
  return fetch(atServer(`/api/statement?${params}`), { headers: { ...headers, ...language }, signal })
}
