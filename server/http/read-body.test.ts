import { connect } from "node:net"
import { expect, test } from "vitest"
import { serveRoutes } from "../../testing/serve-routes.ts"
import { countProcessorTime } from "../../testing/processor-time.ts"
import { longestPartHead, mostParts } from "./form-bounds.ts"
import { isLong, readJson, readMixedForm } from "./read-body.ts"
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

const megabytes = 10_000_000
const file = 'content-disposition: form-data; name="a"; filename="f"\r\n\r\n'
const longName = `content-disposition: form-data; name="${"a".repeat(longestPartHead)}"\r\n\r\n`
const partsOf = (part: string, times: number) => `${`--b\r\n${part}\r\n`.repeat(times)}--b--\r\n`

test.each([
  ["ten files", partsOf(`${file}x`, 10), 200],
  ["as many parts as there may be", partsOf(file, mostParts), 200],
  ["a long file", partsOf(`${file}${"\r\n--".repeat(megabytes / 4)}`, 1), 200],
  ["one part more", partsOf(file, mostParts + 1), 413],
  ["files without number", partsOf(file, megabytes / 64), 413],
  ["headers without number", partsOf(`${"a: b\r\n".repeat(megabytes / 6)}${file}`, 1), 413],
  ["a long name", partsOf(longName, 1), 413],
  ["a name without end", `--b\r\n${longName.replace('"\r\n\r\n', "").padEnd(megabytes, "a")}`, 413],
  ["much before its first part", `${"\r\n".repeat(megabytes / 2)}${partsOf(file, 1)}`, 413],
  ["another boundary than it says", partsOf(file, 1).replaceAll("--b", "--c"), 413],
])("a form of %s is read or refused in hardly any time", async (_name, body, status) => {
  const routes = createRoutes()
  let spentMs = 0
  routes.post("/read", async (c) => {
    const spent = countProcessorTime()
    const read = await readMixedForm(c, 2 * megabytes)
    spentMs = spent()
    return jsonReply({ read: read.ok }, { status: read.ok ? 200 : 413 })
  })
  const served = await serveRoutes(routes.all)
  const headers = { "content-type": "multipart/form-data; boundary=b; boundary=c" }
  const reply = await fetch(`${served.url}/read`, { method: "POST", headers, body })
  expect(reply.status).toBe(status)
  // Files without number took 1.8 seconds, others' turns in between: none.
  expect(spentMs).toBeLessThan(1_000)
  await served.stop()
})
