import type { IncomingMessage, ServerResponse } from "node:http"
import type { AppOrigins } from "./app-origins.ts"
import { type ArrivingBody, arrivingBody } from "./arriving-body.ts"
import type { BodyRoom } from "./body-room.ts"
import { closeAfter, isUnread } from "./close-gently.ts"
import { alreadyAnswered, sendReply } from "./reply.ts"
import { type Handled, decodePart, type Found, type Handler, type HttpContext, pathOf, type Router } from "./routes.ts"

export interface ListenerOptions {
  readonly router: Router
  /** Whose request it is. */
  readonly addressOf: (incoming: IncomingMessage) => string
  readonly bodies: BodyRoom
  /** Set on every response, also on those a route writes by itself. */
  readonly headers: () => Readonly<Record<string, string>>
  /** Where pages of ours lie that are not this server's. */
  readonly pages: AppOrigins
  /** Where no route answers. */
  readonly otherwise: Handler
  /** The reply to a fault of ours. */
  readonly onCrash: (c: HttpContext, error: unknown) => Handled
}

/** The request handler of Node's server. A `HEAD` is answered like its `GET`, without the body. */
export function createListener(options: ListenerOptions) {
  const { router, headers, pages, otherwise, onCrash } = options
  return async (incoming: IncomingMessage, outgoing: ServerResponse, body = arrivingBody(incoming)): Promise<void> => {
    const always = headers()
    for (const name in always) outgoing.setHeader(name, always[name] ?? "")
    const toPage = pages.headersFor(incoming)
    for (const name in toPage) outgoing.setHeader(name, toPage[name] ?? "")
    const onlyHead = incoming.method === "HEAD"
    const found = router.find(onlyHead ? "GET" : (incoming.method ?? "GET"), pathOf(incoming.url ?? "/"))
    const allowed = pages.preflight(incoming)
    const c = new RequestContext(options, { incoming, outgoing, body }, found)
    try {
      send(allowed ?? (await (found?.handle ?? otherwise)(c)))
    } catch (error) {
      // Also of a reply that cannot be written: a rejection here would end the server.
      const said = onCrash(c, error)
      if (outgoing.headersSent) outgoing.destroy()
      else send(said)
    }

    function send(answer: Handled): void {
      if (isUnread(incoming) && !body.isWhole()) {
        closeAfter(incoming, outgoing)
        // Its sender may take a while to read the answer.
        body.drop()
      }
      if (answer !== alreadyAnswered) sendReply(outgoing, answer, onlyHead)
    }
  }
}

/** A class, because an object of its own functions for each request costs more than all that they are asked. */
class RequestContext implements HttpContext {
  readonly incoming: IncomingMessage
  readonly outgoing: ServerResponse
  readonly body: ArrivingBody
  readonly bodies: BodyRoom
  readonly #addressOf: ListenerOptions["addressOf"]
  readonly #pages: AppOrigins
  readonly #params: Found["params"] | undefined
  #url: URL | undefined
  #address: string | undefined

  constructor(
    { addressOf, pages, bodies }: ListenerOptions,
    { incoming, outgoing, body }: Pick<HttpContext, "incoming" | "outgoing" | "body">,
    found: Found | undefined,
  ) {
    this.incoming = incoming
    this.outgoing = outgoing
    this.body = body
    this.bodies = bodies
    this.#addressOf = addressOf
    this.#pages = pages
    this.#params = found?.params
  }

  get address(): string {
    return (this.#address ??= this.#addressOf(this.incoming))
  }
  get isFromOurPage(): boolean {
    return this.#pages.isOurPage(this.incoming.headers)
  }
  get url(): URL {
    return (this.#url ??= urlOf(this.incoming.url ?? "/"))
  }
  param(name: string): string {
    return decodePart(this.#params?.[name] ?? "")
  }
}

/** Two slashes at its beginning are part of the path, no name of a host. */
function urlOf(requestUrl: string): URL {
  if (requestUrl.startsWith("/")) return new URL(`http://localhost${requestUrl}`)
  return URL.canParse(requestUrl) ? new URL(requestUrl) : new URL("http://localhost/")
}
