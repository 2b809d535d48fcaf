import { withoutEnd } from "#core/lib/without-end.ts"
import { agentFor, type EgressTarget } from "./egress-guard.ts"
import { ConnectionFault, exchange, questionBytes } from "./exchange.ts"
import type { Upstream, UpstreamReply } from "./upstream.ts"

/**
 * A stranger's server, asked like a provider. Each request has a connection of its own to the addresses that were checked.
 * `base` is where its paths begin; no silence is borne for longer than `longestSilenceMs`.
 */
export function guardedUpstream(target: EgressTarget, base: URL, longestSilenceMs: number): Upstream {
  return async ({ path, headers, body, method = "POST" }, { signal, patienceMs = longestSilenceMs, ...unread }) => {
    const agent = agentFor(target)
    const silenceMs = Math.min(patienceMs, longestSilenceMs)
    const request = {
      origin: base.origin,
      path: withoutEnd(base.pathname, /\//) + path,
      method,
      headers: { ...headers, "accept-encoding": "identity" },
      body: method === "GET" ? null : questionBytes(body),
      headersTimeout: silenceMs,
      bodyTimeout: silenceMs,
    } as const
    try {
      return await exchange(agent, request, signal, unread)
    } finally {
      // The connection ends when the reply has ended.
      void agent.close().catch(() => {})
    }
  }
}

/** More pieces of a few bytes than these are no file, but made to be costly. */
const mostCrumbs = 1_000

export interface GuardedGet {
  readonly headers: Readonly<Record<string, string>>
  readonly signal: AbortSignal
  /** The longest silence before the reply and inside it, in ms. */
  readonly patienceMs: number
}

/**
 * Gets what a stranger's URL leads to. Redirects are not followed. `read` takes of the reply what it wants; then the
 * connection is closed, whatever is left. Rejects with a `ConnectionFault`, or with what `read` throws.
 */
export async function guardedGet<T>(
  target: EgressTarget,
  { headers, signal, patienceMs }: GuardedGet,
  read: (reply: UpstreamReply) => T | Promise<T>,
): Promise<T> {
  const agent = agentFor(target)
  const { origin, pathname, search, host } = target.url
  const request = {
    origin,
    path: pathname + search,
    method: "GET",
    headers: { host, ...headers, "accept-encoding": "identity" },
    headersTimeout: patienceMs,
    bodyTimeout: patienceMs,
  } as const
  let left = mostCrumbs
  const onCrumbs = (crumbs: number) => {
    left -= crumbs
    if (left < 0) throw new ConnectionFault("crumbs without end")
    return undefined
  }
  try {
    return await read(await exchange(agent, request, signal, { onCrumbs }))
  } finally {
    await agent.destroy()
  }
}
