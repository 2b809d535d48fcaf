import { lookup } from "node:dns/promises"
import { Readable } from "node:stream"
import type { Result } from "#core/lib/result.ts"
import { BodyCut } from "../http/body-stream.ts"
import { jsonReply, type Reply } from "../http/reply.ts"
import { agentFor, checkEgress, type EgressRules, type EgressTarget } from "../outbound/egress-guard.ts"
import { ConnectionFault, exchange } from "../outbound/exchange.ts"
import { passing } from "../outbound/passing.ts"
import { failureOfUpstream, type UpstreamReply } from "../outbound/upstream.ts"
import type { StoragePlace } from "./endpoints.ts"

/** The largest backup that goes through here, up or down, in bytes. */
export const largestBackup = 256 * 1024 * 1024
/** The longest a request may take, and the longest silence in it, in ms. */
const longestMs = 10 * 60_000
const longestSilenceMs = 60_000
/** What may wait for a slow reader, in bytes; its sender waits then. */
const mostUnread = 256 * 1024

export interface RelayRequest {
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: AsyncIterable<Uint8Array> | undefined
  /** Whoever asked has left. */
  readonly gone: AbortSignal
}

/** The target of a place, after its addresses were looked up; what the operator has named may be anywhere. */
export function targetOf(
  { url, by }: StoragePlace,
  egress: EgressRules | undefined,
): Promise<Result<EgressTarget, "refused">> {
  if (by !== "operator") return checkEgress(url.href, egress)
  return checkEgress(url.href, {
    isAllowed: () => true,
    ports: [url.port],
    // Names of the operator's own machines are known to the system alone.
    lookup: (name) => lookup(name, { all: true }),
  })
}

/** Sends a request on and passes the reply back as it comes. Redirects are not followed. */
export async function relay(target: EgressTarget, { method, headers, body, gone }: RelayRequest): Promise<Reply> {
  const agent = agentFor(target)
  const { origin, pathname } = target.url
  const request = {
    origin,
    path: pathname,
    method,
    headers: { ...headers, "accept-encoding": "identity", "user-agent": "Prosa" },
    // Hardly more than one piece is held: the sender waits for the storage.
    body: body === undefined ? null : Readable.from(passing(body), { highWaterMark: 1 }),
    headersTimeout: longestSilenceMs,
    bodyTimeout: longestSilenceMs,
  } as const
  const signal = AbortSignal.any([gone, AbortSignal.timeout(longestMs)])
  try {
    const reply = await exchange(agent, request, signal, { mostUnread })
    if (Number(reply.headers["content-length"] ?? 0) > largestBackup) {
      await agent.destroy()
      return fileTooLarge
    }
    return replyOf(reply)
  } catch (error) {
    return refusalOf(error)
  } finally {
    // The connection ends when the reply has ended.
    void agent.close().catch(() => {})
  }
}

/** Refuses in the shape that callers of these routes have always known. */
export function storageRefusal(status: number, msg: string): Reply {
  return jsonReply({ error: true, msg }, { status })
}

/** It is larger than a backup may be, up or down. */
export const fileTooLarge = storageRefusal(413, "the file is too large")

function refusalOf(error: unknown): Reply {
  const cut = cutOf(error)
  if (cut?.why === "too-large") return fileTooLarge
  if (cut?.why === "slow-body") return storageRefusal(408, "the body does not get on")
  if (cut !== undefined) return storageRefusal(400, "the body has no end")
  const failure = failureOfUpstream(error)
  return failure.kind === "upstream-timeout"
    ? storageRefusal(504, "the endpoint does not answer")
    : storageRefusal(502, "the endpoint cannot be reached")
}

function cutOf(error: unknown): BodyCut | undefined {
  if (error instanceof BodyCut) return error
  return error instanceof ConnectionFault ? cutOf(error.cause) : undefined
}

/** Headers that mean something to whoever keeps a backup; nothing that would act in a browser. */
const passedBack = ["etag", "content-length", "content-range", "content-encoding", "retry-after"]

/**
 * A reply as it is passed on. Opened in a browser it is a download in a box. A redirect is told without its address, which a
 * browser would follow, and `X-Upstream-Status` marks what is not ours to say.
 */
function replyOf({ status, headers, body }: UpstreamReply): Reply {
  const isJson = /^application\/json\s*(;|$)/i.test(one(headers["content-type"]))
  const passed = passedBack.flatMap((name) =>
    headers[name] === undefined ? [] : [[name, one(headers[name])] as const],
  )
  const leadsTo = one(headers["location"])
  const host = URL.canParse(leadsTo) ? new URL(leadsTo).host : ""
  const isEmpty = status === 204 || status === 304
  return {
    status,
    headers: {
      ...Object.fromEntries(passed.filter(([name]) => !isEmpty || name === "etag")),
      "content-type": isJson ? "application/json; charset=utf-8" : "application/octet-stream",
      "content-disposition": 'attachment; filename="backup.json"',
      "content-security-policy": "sandbox; default-src 'none'; frame-ancestors 'none'",
      "cache-control": "no-store",
      "x-upstream-status": String(status),
      ...(host === "" ? {} : { "x-redirect-host": host }),
    },
    ...(isEmpty ? {} : { body: upTo(largestBackup, body) }),
  }
}

/** What is longer ends in the middle, so that it never looks complete. */
async function* upTo(limit: number, body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let size = 0
  for await (const piece of passing(body)) {
    size += piece.length
    if (size > limit) throw new ConnectionFault(new Error("a file without end"))
    yield piece
  }
}

function one(value: string | string[] | undefined): string {
  return typeof value === "string" ? value : (value?.[0] ?? "")
}
