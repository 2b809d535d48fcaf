import type { Failure } from "#core/gateway/failure.ts"
import { ConnectionFault, exchange, questionBytes } from "./exchange.ts"
import Agent from "./agent.ts"

/** A provider as the gateway reaches it: by HTTP, or in process (the pretend model). */
export type Upstream = (shape: UpstreamRequest, options: UpstreamOptions) => Promise<UpstreamReply>

export interface UpstreamRequest {
  /** POST, unless it says otherwise; a GET has no body. */
  readonly method?: "GET"
  /** Begins with a slash, put behind the provider's base address. */
  readonly path: string
  readonly headers: Record<string, string>
  readonly body: string | Uint8Array
}

export interface UpstreamOptions {
  readonly signal: AbortSignal
  /** Longest wait for the reply to begin, and between two pieces of it, in ms. */
  readonly patienceMs?: number
  /** Hears how many bytes more of the reply wait to be read (fewer, where it is negative). */
  readonly onUnread?: (bytes: number) => void
  /** A provider that is so many bytes ahead waits for its reader. Absent: it never does, what it says is paid for anyway. */
  readonly mostUnread?: number | undefined
  /** Hears how many crumbs have been read, and answers what to wait for before more is: each is as much work as a page of text. */
  readonly onCrumbs?: ((crumbs: number) => Promise<void> | undefined) | undefined
}

export interface UpstreamReply {
  readonly status: number
  readonly headers: Record<string, string | string[] | undefined>
  readonly body: AsyncIterable<Uint8Array>
}

/** The longest wait for a connection, and the usual longest silence before a reply and inside it, in ms. */
const connectMs = 5_000
const usualPatienceMs = 60_000

/**
 * One provider's pool of kept-alive connections. Redirects are never followed: a key goes to its own origin only.
 * No silence is borne for longer than `longestSilenceMs`, whatever the model.
 */
export function createHttpUpstream(baseUrl: string, longestSilenceMs = Infinity): Upstream {
  const agent = new Agent({ connect: { timeout: connectMs }, pipelining: 1 })
  return ({ path, headers, body, method = "POST" }, { signal, patienceMs = usualPatienceMs, ...unread }) => {
    const silenceMs = Math.min(patienceMs, longestSilenceMs)
    const { origin, pathname, search } = new URL(baseUrl + path)
    const request = {
      origin,
      path: pathname + search,
      method,
      headers: { ...headers, "accept-encoding": "identity" },
      body: method === "GET" ? null : questionBytes(body),
      headersTimeout: silenceMs,
      bodyTimeout: silenceMs,
    } as const
    return exchange(agent, request, signal, unread)
  }
}

/**
 * The failure of an exchange with a provider, however it ended: also where the reply is no HTTP, or has no end. Errors
 * of our own code are thrown on.
 */
export function failureOfUpstream(error: unknown): Failure {
  const isTheirs = error instanceof ConnectionFault || codeOf(error) === "ERR_EVENT_TOO_LONG"
  if (!isTheirs) throw error
  const code = codeOf(error)
  if (/^UND_ERR_(HEADERS|BODY)_TIMEOUT$/.test(code) || isOurTimeout(error)) return { kind: "upstream-timeout" }
  if (code === "UND_ERR_CONNECT_TIMEOUT") return { kind: "upstream", status: 504, message: "connect timeout" }
  if (
    /^(ECONNREFUSED|ENOTFOUND|ETIMEDOUT|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|EPROTO|CERT_|DEPTH_|SELF_|UNABLE_)/.test(
      code,
    )
  ) {
    return { kind: "upstream", status: 502, message: "no connection to the provider" }
  }
  return { kind: "upstream-cut" }
}

/** Whether an exchange was left because its signal's time was over. */
function isOurTimeout(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return error.name === "TimeoutError" || isOurTimeout(error.cause)
}

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return ""
  if ("code" in error && typeof error.code === "string") return error.code
  if (error instanceof AggregateError) return codeOf(error.errors[0])
  return error.cause === undefined ? "" : codeOf(error.cause)
}
