import type { IncomingHttpHeaders, IncomingMessage } from "node:http"
import { emptyReply, type Reply } from "./reply.ts"
import { pathOf } from "./routes.ts"

/**
 * What a page of ours may do that was built for an application and lies at an address of its own (`APP_ORIGINS`,
 * docs/app.md, 0233): the browser lets it read our replies. It holds no cookie, so credentials are never allowed, and no
 * origin but those on the list hears anything.
 */
export interface AppOrigins {
  /** Whether our own page asks: the one that this server serves, or one of those on the list. */
  readonly isOurPage: (headers: IncomingHttpHeaders) => boolean
  /** What a reply says to a page of another origin; nothing where there is no list, or the path is none of a page's. */
  readonly headersFor: (incoming: IncomingMessage) => Readonly<Record<string, string>>
  /** What a browser hears that asks whether a page may send a request; undefined: it may not. */
  readonly preflight: (incoming: IncomingMessage) => Reply | undefined
}

/** Paths that a page asks for. The operator's commands and the figures of the server are none of them. */
const asked = /^\/(?:api\/(?!admin(?:\/|$))|sharegpt$|healthz$)/

/** What the page's calls consist of, in the words of preflights. */
const methods = "GET, POST, PUT, DELETE"
const requestHeaders = [
  "accept-language",
  "anthropic-version",
  "api-key",
  "authorization",
  "content-type",
  "idempotency-key",
  "if-match",
  "if-none-match",
  "range",
  "x-access-code",
  "x-api-key",
  "x-base-url",
  "x-dashscope-sse",
  "x-delete-token",
  "x-goog-api-key",
  "x-max-cost",
  "x-max-cost-day",
  "x-request-meta",
  "x-tc-action",
  "x-tc-timestamp",
  "x-tc-version",
  "x-vault-device",
  "x-vault-token",
  "x-visitor",
].join(", ")

/** What the page reads of a reply besides its body and what every page may read. */
const replyHeaders = [
  "etag",
  "idempotent-replay",
  "retry-after",
  "x-picture-seed",
  "x-redirect-host",
  "x-run-id",
  "x-run-meta",
].join(", ")

/** How long a browser may keep a preflight's answer, in seconds; Chromium keeps none for longer than two hours. */
const preflightSeconds = 7_200

/** `origins`: as browsers write them, each exactly. */
export function createAppOrigins(origins: readonly string[]): AppOrigins {
  const known: ReadonlySet<string> = new Set(origins)
  const knownOrigin = ({ origin }: IncomingHttpHeaders) =>
    origin !== undefined && known.has(origin) ? origin : undefined
  const headersFor = (incoming: IncomingMessage): Readonly<Record<string, string>> => {
    if (known.size === 0 || !asked.test(pathOf(incoming.url ?? "/"))) return {}
    const origin = knownOrigin(incoming.headers)
    // A cache must not give one page what was said to another.
    if (origin === undefined) return { vary: "origin" }
    return { vary: "origin", "access-control-allow-origin": origin, "access-control-expose-headers": replyHeaders }
  }
  return {
    isOurPage: (headers) => headers["sec-fetch-site"] === "same-origin" || knownOrigin(headers) !== undefined,
    headersFor,
    preflight(incoming) {
      if (incoming.method !== "OPTIONS" || incoming.headers["access-control-request-method"] === undefined)
        return undefined
      if (headersFor(incoming)["access-control-allow-origin"] === undefined) return undefined
      const allowed = {
        "access-control-allow-methods": methods,
        "access-control-allow-headers": requestHeaders,
        "access-control-max-age": String(preflightSeconds),
      }
      return { ...emptyReply, headers: { ...emptyReply.headers, ...allowed } }
    },
  }
}
