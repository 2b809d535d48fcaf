import type { IncomingMessage, ServerResponse } from "node:http"
import { arrivingBody } from "./arriving-body.ts"
import type { BodyRoom } from "./body-room.ts"
import { closeAfter, isUnread } from "./close-gently.ts"
import { alreadyAnswered, sendReply } from "./reply.ts"
import { type Answer, decodePart, type Found, type Handler, type HttpContext, pathOf, type Router } from "./routes.ts"

export interface ListenerOptions {
  readonly router: Router
  /** Whose request it is. */
  readonly addressOf: (incoming: IncomingMessage) => string
  readonly bodies: BodyRoom
  /** Set on every response, also on those a route writes by itself. */
  readonly headers: () => Readonly<Record<string, string>>
  /** Where no route answers. */
  readonly otherwise: Handler
  /** A fault of ours: what is said of it. */
  readonly onCrash: (c: HttpContext, error: unknown) => Answer
}

/** What Node's server calls for each request. A `HEAD` is answered as its `GET`, without the body. */
export function createListener(options: ListenerOptions) {
  const { router, headers, otherwise, onCrash } = options
  return async (incoming: IncomingMessage, outgoing: ServerResponse, body = arrivingBody(incoming)): Promise<void> => {
    for (const [name, value] of Object.entries(headers())) outgoing.setHeader(name, value)
    const onlyHead = incoming.method === "HEAD"
    const found = router.find(onlyHead ? "GET" : (incoming.method ?? "GET"), pathOf(incoming.url ?? "/"))
    const c = contextOf(options, { incoming, outgoing, body }, found)
    try {
      send(await (found?.handle ?? otherwise)(c))
    } catch (error) {
      // Also of a reply that cannot be written: a rejection here would end the server.
      const said = onCrash(c, error)
      if (outgoing.headersSent) outgoing.destroy()
      else send(said)
    }

    function send(answer: Answer): void {
      if (isUnread(incoming)) closeAfter(incoming, outgoing)
      if (answer !== alreadyAnswered) sendReply(outgoing, answer, onlyHead)
    }
  }
}

function contextOf(
  { addressOf, bodies }: ListenerOptions,
  request: Pick<HttpContext, "incoming" | "outgoing" | "body">,
  found: Found | undefined,
): HttpContext {
  const { incoming } = request
  let url: URL | undefined
  let address: string | undefined
  return {
    ...request,
    bodies,
    get address() {
      return (address ??= addressOf(incoming))
    },
    get url() {
      return (url ??= urlOf(incoming.url ?? "/"))
    },
    param: (name) => decodePart(found?.params[name] ?? ""),
  }
}

/** Two slashes at its beginning are part of the path, no name of a host. */
function urlOf(requestUrl: string): URL {
  if (requestUrl.startsWith("/")) return new URL(`http://localhost${requestUrl}`)
  return URL.canParse(requestUrl) ? new URL(requestUrl) : new URL("http://localhost/")
}
