import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { createAppOrigins } from "../server/http/app-origins.ts"
import { createBodyRoom } from "../server/http/body-room.ts"
import { createListener } from "../server/http/listener.ts"
import { uncounted } from "../server/http/refusals.ts"
import { createRouter, type Route } from "../server/http/routes.ts"

/** Some of the server's routes by themselves, at an address of their own. */
export async function serveRoutes(routes: readonly Route[]): Promise<{ url: string; stop: () => Promise<void> }> {
  const answer = createListener({
    router: createRouter(routes),
    addressOf: ({ socket }) => socket.remoteAddress ?? "",
    bodies: createBodyRoom({ now: Date.now, refusals: uncounted }),
    pages: createAppOrigins([]),
    headers: () => ({}),
    otherwise: () => ({ status: 404, headers: {} }),
    onCrash: (_, error) => ({ status: 500, headers: {}, body: String(error) }),
  })
  const server = createServer((incoming, outgoing) => void answer(incoming, outgoing))
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
