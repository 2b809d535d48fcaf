import { expect, test } from "vitest"
import { serveRoutes } from "../../testing/serve-routes.ts"
import { isLong, readJson } from "./read-body.ts"
import { jsonReply } from "./reply.ts"
import { createRoutes } from "./routes.ts"

test.each([100, 300_000])(
  "a body of %d characters is weighed as it came, told beforehand or in chunks",
  async (length) => {
    const routes = createRoutes()
    routes.post("/weigh", async (c) => {
      const read = await readJson(c, 1_000_000)
      return jsonReply({ read: read.ok, bytes: c.body.size(), long: isLong(c) })
    })
    const served = await serveRoutes(routes.all)
    const text = JSON.stringify({ said: "a".repeat(length) })
    const headers = { "content-type": "application/json" }
    const chunked = new ReadableStream({
      start(controller) {
        controller.enqueue(Buffer.from(text.slice(0, 90)))
        controller.enqueue(Buffer.from(text.slice(90)))
        controller.close()
      },
    })
    for (const body of [text, chunked]) {
      const reply = await fetch(`${served.url}/weigh`, { method: "POST", headers, body, duplex: "half" } as RequestInit)
      expect(await reply.json()).toEqual({ read: true, bytes: text.length, long: length > 256 * 1024 })
    }
    await served.stop()
  },
)
