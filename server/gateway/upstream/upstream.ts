import Agent from "undici/lib/dispatcher/agent.js"
import type { Failure } from "#core/gateway/failure.ts"
import { exchange } from "./upstream-exchange.ts"

/** A provider as the gateway reaches it: by HTTP, or in process (the pretend model). */
export type Upstream = (shape: UpstreamRequest, options: UpstreamOptions) => Promise<UpstreamReply>

export interface UpstreamRequest {
  /** POST, unless it says otherwise; a GET has no body. */
  readonly method?: "GET"
  /** Begins with a slash, put behind the provider's base address. */
  readonly path: string
  readonly headers: Record<string, string>
  readonly body: string
}

export interface UpstreamOptions {
  readonly signal: AbortSignal
  /** Longest wait for the reply to begin, and between two pieces of it, in ms. */
  readonly patienceMs?: number
  /** Hears how many bytes more of the reply wait to be read (fewer, where it is negative). */
  readonly onUnread?: (bytes: number) => void
  /** A provider that is so many bytes ahead waits for its reader. Absent: it never does, what it says is paid for anyway. */
  readonly mostUnread?: number | undefined
}

export interface UpstreamReply {
  readonly status: number
  readonly headers: Record<string, string | string[] | undefined>
  readonly body: AsyncIterable<Uint8Array>
}

/** `GATEWAY.md` §4.9; reasoning models think for minutes before their first byte. */
const patience = { connectMs: 5_000, usualMs: 60_000, reasoningMs: 300_000 }

export function patienceMsFor(reasoning: boolean): number {
  return reasoning ? patience.reasoningMs : patience.usualMs
}

/**
 * One provider's pool of kept-alive connections. Redirects are never followed: a key goes to its own origin only.
 * No silence is borne for longer than `longestSilenceMs`, whatever the model.
 */
export function createHttpUpstream(baseUrl: string, longestSilenceMs = Infinity): Upstream {
  const agent = new Agent({ connect: { timeout: patience.connectMs }, pipelining: 1 })
  return ({ path, headers, body, method = "POST" }, { signal, patienceMs = patience.usualMs, ...unread }) => {
    const silenceMs = Math.min(patienceMs, longestSilenceMs)
    const { origin, pathname, search } = new URL(baseUrl + path)
    const request = {
      origin,
      path: pathname + search,
      method,
      headers: { ...headers, "accept-encoding": "identity" },
      body: method === "GET" ? null : body,
      headersTimeout: silenceMs,
      bodyTimeout: silenceMs,
    } as const
    return exchange(agent, request, signal, unread)
  }
}

/** What went wrong on the way to a provider or in the middle of its answer. Bugs of ours are thrown on. */
export function failureOfUpstream(error: unknown): Failure {
  const code = codeOf(error)
  if (/^UND_ERR_(HEADERS|BODY)_TIMEOUT$/.test(code)) return { kind: "upstream-timeout" }
  if (code === "UND_ERR_CONNECT_TIMEOUT") return { kind: "upstream", status: 504, message: "connect timeout" }
  if (
    /^(ECONNREFUSED|ENOTFOUND|ETIMEDOUT|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|EPROTO|CERT_|DEPTH_|SELF_|UNABLE_)/.test(
      code,
    )
  ) {
    return { kind: "upstream", status: 502, message: "no connection to the provider" }
  }
  if (/^(ECONNRESET|EPIPE|UND_ERR_|HPE_|ABORT_ERR|ERR_EVENT_TOO_LONG)/.test(code)) return { kind: "upstream-cut" }
  throw error
}

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return ""
  if ("code" in error && typeof error.code === "string") return error.code
  if (error instanceof AggregateError) return codeOf(error.errors[0])
  return error.cause === undefined ? "" : codeOf(error.cause)
}
