import type { Failure } from "#core/gateway/failure.ts"
import { err, ok, type Result } from "#core/lib/result.ts"
import { withoutEnd } from "#core/lib/without-end.ts"
import { agentFor, type EgressTarget } from "../outbound/egress-guard.ts"
import { exchange } from "../outbound/exchange.ts"
import type { UpstreamReply } from "../outbound/upstream.ts"

/** What is asked of a plugin's server. */
export interface PluginRequest {
  /** In capitals. */
  readonly method: string
  /** Behind the base address, every sign as it came. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}

/** What came of it. */
export interface PluginAnswer {
  readonly status: number
  readonly type: string
  readonly bytes: Buffer
  /** There is more of it. */
  readonly isCut: boolean
}

/** Largest reply that is passed on, in bytes; the longest wait in ms; the most headers of a reply. */
export const pluginCap = { bytes: 2 * 1024 * 1024, waitMs: 30_000, headers: 100 } as const

/** Methods whose requests say how long their body is, also when there is none. */
const withBody = ["POST", "PUT", "PATCH"]

export interface PluginCallOptions {
  readonly signal: AbortSignal
  /** Asked for room for each piece of the reply as it comes. */
  readonly take: (bytes: number) => boolean
  /** For tests. */
  readonly waitMs?: number
}

/** Calls a plugin's server. Redirects are not followed, and what comes compressed is not unpacked. */
export async function callPlugin(
  target: EgressTarget,
  request: PluginRequest,
  { signal, take, waitMs = pluginCap.waitMs }: PluginCallOptions,
): Promise<Result<PluginAnswer, Failure>> {
  const agent = agentFor(target)
  const patience = AbortSignal.timeout(waitMs)
  const { origin, pathname, host } = target.url
  const sent = {
    origin,
    path: withoutEnd(pathname, /\//) + request.path || "/",
    method: request.method,
    headers: { host, ...request.headers, "accept-encoding": "identity" },
    body: request.body.length > 0 || withBody.includes(request.method) ? request.body : null,
    headersTimeout: waitMs,
    bodyTimeout: waitMs,
  } as const
  try {
    const reply = await exchange(agent, sent as never, AbortSignal.any([signal, patience]))
    return await readReply(reply, { method: request.method, url: origin + sent.path }, take)
  } catch {
    // Any fault on the way is the other server's.
    return err({ kind: "refused", reason: patience.aborted ? "service-timeout" : "service-away" })
  } finally {
    await agent.destroy().catch(() => {})
  }
}

async function readReply(
  { status, headers, body }: UpstreamReply,
  { method, url }: { readonly method: string; readonly url: string },
  take: (bytes: number) => boolean,
): Promise<Result<PluginAnswer, Failure>> {
  if (Object.keys(headers).length > pluginCap.headers) return err({ kind: "refused", reason: "service-away" })
  const isRedirect = status >= 300 && status < 400 && status !== 304
  if (isRedirect) return err({ kind: "refused", reason: "redirected", param: hostIn(textOf(headers["location"]), url) })
  const encoding = textOf(headers["content-encoding"]).trim().toLowerCase()
  const hasBody = method !== "HEAD" && status !== 204 && status !== 304
  if (hasBody && encoding !== "" && encoding !== "identity") return err({ kind: "refused", reason: "compressed-reply" })
  const pieces: Uint8Array[] = []
  let size = 0
  if (hasBody) {
    for await (const piece of body) {
      if (!take(piece.length)) return err({ kind: "too-many-requests", of: "plugin-calls", retryAfterMs: 1_000 })
      pieces.push(piece)
      size += piece.length
      if (size > pluginCap.bytes) break
    }
  }
  const whole = Buffer.concat(pieces)
  const isCut = whole.length > pluginCap.bytes
  const bytes = isCut ? whole.subarray(0, pluginCap.bytes) : whole
  return ok({ status, type: textOf(headers["content-type"]), bytes, isCut })
}

/** A header that was sent more than once is its first. */
function textOf(value: string | string[] | undefined): string {
  return (Array.isArray(value) ? value[0] : value) ?? ""
}

/** The host that a redirect leads to from an address, for a person to read. */
function hostIn(location: string, from: string): string {
  return location !== "" && URL.canParse(location, from) ? new URL(location, from).host.slice(0, 200) : "?"
}
