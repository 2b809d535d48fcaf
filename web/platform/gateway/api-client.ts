import { decodeBalance, type BalanceSeen } from "#core/ledger/balance-wire.ts"
import { parseServerConfig, type ServerConfig } from "./server-config.ts"
import { atServer } from "./server-address.ts"

/** The short calls of our own server. None throws: each returns its result, and logs failures to the console. */

export type CodeCheck = "valid" | "invalid" | "unreachable"

/** `POST /api/validate-access`. */
export async function validateAccess(accessCode: string): Promise<CodeCheck> {
  const reply = await callApi("POST", "/api/validate-access", { body: { accessCode } })
  if (reply === undefined) console.warn("Erro ao validar código ou buscar saldo")
  if (reply === undefined || reply.status >= 500 || reply.status === 429) return "unreachable"
  return field(reply.json, "valid") === true ? "valid" : "invalid"
}

export type BalanceReply =
  | { readonly kind: "balance"; readonly balance: BalanceSeen }
  /** Nothing left. `isEmpty`: the server said 'Saldo insuficiente', which zeroes every balance. */
  | { readonly kind: "insufficient"; readonly balance?: BalanceSeen; readonly isEmpty: boolean }
  | { readonly kind: "unknown-code" }
  /** More answers are arriving than the tier allows, so the amount is not final. */
  | { readonly kind: "busy" }
  | { readonly kind: "unreachable" }

/** `POST /api/getBalance`. */
export async function getBalance(accessCode: string): Promise<BalanceReply> {
  const reply = await callApi("POST", "/api/getBalance", { body: { accessCode } })
  if (reply === undefined) {
    console.warn("Erro ao validar código ou buscar saldo")
    return { kind: "unreachable" }
  }
  if (!reply.ok) console.warn("Erro ao buscar saldo", reply.status)
  const balance = decodeBalance(reply.json)
  if (reply.status === 404) return { kind: "unknown-code" }
  const isEmpty = reply.status === 400 && String(field(reply.json, "error")).includes("Saldo insuficiente")
  if (reply.status === 402 || isEmpty) {
    return { kind: "insufficient", isEmpty, ...(balance === undefined ? {} : { balance }) }
  }
  if (reply.status === 400) return { kind: "busy" }
  if (!reply.ok || balance === undefined) return { kind: "unreachable" }
  return { kind: "balance", balance }
}

/** `POST /api/config`, with the caller's credentials; undefined on any failure. */
export async function fetchConfig(headers: Readonly<Record<string, string>>): Promise<ServerConfig | undefined> {
  const reply = await callApi("POST", "/api/config", {
    headers,
    onNotJson: () => console.warn("Config API Error: Resposta não é JSON válido"),
  })
  if (reply?.ok === false) console.warn(`Config API Error ${reply.status}`)
  return reply?.ok ? parseServerConfig(reply.json) : undefined
}

/** `GET /api/search-status`: whether web search may be used; false on any failure. */
export async function fetchSearchStatus(): Promise<boolean> {
  const reply = await callApi("GET", "/api/search-status")
  return reply?.ok === true && field(reply.json, "enableSearch") === true
}

interface Reply {
  readonly ok: boolean
  readonly status: number
  readonly json: unknown
}

interface CallOptions {
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  /** Something answered that is not our server, such as a proxy with a page of its own. */
  readonly onNotJson?: () => void
}

/** A JSON call to our server; undefined when there was no answer, or none in JSON. */
async function callApi(
  method: "GET" | "POST",
  path: string,
  { body, headers, onNotJson }: CallOptions = {},
): Promise<Reply | undefined> {
  try {
    const response = await fetch(atServer(path), {
      method,
      headers: { Accept: "application/json", "Content-Type": "application/json", ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(60_000),
    })
    const json: unknown = await response.json().catch((error: unknown) => {
      if (error instanceof SyntaxError) onNotJson?.()
      throw error
    })
    return { ok: response.ok, status: response.status, json }
  } catch {
    return undefined
  }
}

function field(json: unknown, name: string): unknown {
  return typeof json === "object" && json !== null ? (json as Readonly<Record<string, unknown>>)[name] : undefined
}
