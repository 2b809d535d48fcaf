import type { IncomingMessage, ServerResponse } from "node:http"
import { METHOD_NAME_ALL } from "hono/router"
import { TrieRouter } from "hono/router/trie-router"
import type { ArrivingBody } from "./arriving-body.ts"
import type { BodyRoom } from "./body-room.ts"
import type { alreadyAnswered, Reply } from "./reply.ts"

/** A request on its way through a route: Node's own request and response, and what the router made of the address. */
export interface HttpContext {
  readonly incoming: IncomingMessage
  readonly outgoing: ServerResponse
  /** The address as it was asked for; its host is never used. */
  readonly url: URL
  /** Whose request it is (`clientAddress`). */
  readonly address: string
  /** Our own page asks, as its browser says; other programs may say anything. */
  readonly isFromOurPage: boolean
  readonly body: ArrivingBody
  /** The room that its body takes while it comes. */
  readonly bodies: BodyRoom
  /** A part of the path by the name the route gives it, decoded. */
  param(name: string): string
}

export type Handled = Reply | typeof alreadyAnswered
export type Handler = (c: HttpContext) => Handled | Promise<Handled>
/** What a route may answer. A route for GET also answers HEAD. */
const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const
/** `ALL`: every method there is, also those that HTTP does not know. */
export type Method = (typeof methods)[number] | typeof METHOD_NAME_ALL

export interface Route {
  readonly method: Method
  /** In Hono's language of paths: `/api/runs/:id`, `/api/google/*`. */
  readonly path: string
  readonly handle: Handler
}

/** Collects the routes of a subject. */
export function createRoutes() {
  const all: Route[] = []
  const add = (method: Method) => (path: string, handle: Handler) => void all.push({ method, path, handle })
  return {
    all,
    get: add("GET"),
    post: add("POST"),
    put: add("PUT"),
    patch: add("PATCH"),
    delete: add("DELETE"),
    /** Every method of those that a route may name. */
    any: (path: string, handle: Handler) => methods.forEach((method) => add(method)(path, handle)),
    /** Whatever the method, also one that HTTP does not know, where no route before it answers. */
    otherwise: add(METHOD_NAME_ALL),
  }
}

export interface Found {
  readonly handle: Handler
  readonly params: Readonly<Record<string, string>>
}

/** Which route answers; the first that was given, where several would. */
export interface Router {
  readonly find: (method: string, path: string) => Found | undefined
  /** Every method under which something answers there. */
  readonly methodsAt: (path: string) => string[]
}

/** The matching is Hono's; its request and reply objects are not used (`docs/decisions/0074`). */
export function createRouter(routes: readonly Route[]): Router {
  const trie = new TrieRouter<Handler>()
  for (const { method, path, handle } of routes) trie.add(method, path, handle)

  function search(method: string, path: string): Found | undefined {
    const first = trie.match(method, path)[0][0]
    return first && { handle: first[0], params: first[1] as Record<string, string> }
  }

  /** The handlers of paths without parameters, which most requests use. */
  const spelled = new Map<string, Found | undefined>()
  for (const { method, path } of routes) {
    if (!/[:*?{]/.test(path)) spelled.set(`${method} ${path}`, search(method, path))
  }

  function find(method: string, path: string): Found | undefined {
    return spelled.get(`${method} ${path}`) ?? search(method, path)
  }
  return {
    find,
    methodsAt(path) {
      const answered = methods.filter((method) => find(method, path) !== undefined)
      return answered.flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : method))
    },
  }
}

/** The path of a request line as it was sent, nothing decoded; `*` of an `OPTIONS` stays what it is. */
export function pathOf(requestUrl: string): string {
  if (!requestUrl.startsWith("/")) return URL.canParse(requestUrl) ? new URL(requestUrl).pathname : requestUrl
  const end = requestUrl.search(/[?#]/)
  return end === -1 ? requestUrl : requestUrl.slice(0, end)
}

/** As much of a path's part as can be decoded. */
export function decodePart(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
