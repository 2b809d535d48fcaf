import { connect } from "node:net"
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

test("a body that came with its head is whole with its last byte, and its connection goes on whatever is answered", async () => {
  const routes = createRoutes()
  routes.post("/read", async (c) => {
    // As behind a door, where it is looked first who calls.
    await Promise.resolve()
    const read = await readJson(c, 1_000_000)
    return jsonReply({ read: read.ok }, { status: read.ok ? 200 : 400 })
  })
  const served = await serveRoutes(routes.all)
  const socket = connect(Number(new URL(served.url).port), "127.0.0.1")
  const said = socket.setEncoding("utf8")[Symbol.asyncIterator]()
  const request = (body: string) =>
    `POST /read HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`
  const statuses: unknown[] = []
  for (const body of ['{"a":1}', "no json", `"${"a".repeat(40_000)}"`, '{"a":2}']) {
    socket.write(request(body))
    const reply = String((await said.next()).value)
    statuses.push(reply.split(" ", 2)[1])
    expect(reply).not.toMatch(/connection: close/i)
  }
  expect(statuses).toEqual(["200", "400", "200", "200"])
  socket.destroy()
  await served.stop()
})

test("a body is not kept once it was read, however long its answer takes", async () => {
  const routes = createRoutes()
  routes.post("/read", async (c) => {
    const read = await readJson(c, 1_000_000)
    return jsonReply({ read: read.ok, left: c.body.take().length })
  })
  const served = await serveRoutes(routes.all)
  const headers = { "content-type": "application/json" }
  for (const length of [10, 300_000]) {
    const body = JSON.stringify("a".repeat(length))
    const reply = await fetch(`${served.url}/read`, { method: "POST", headers, body })
    expect(await reply.json()).toEqual({ read: true, left: 0 })
  }
  await served.stop()
})
