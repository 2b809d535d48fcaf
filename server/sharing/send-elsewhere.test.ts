import { createServer, type Server, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { afterAll, beforeAll, expect, test } from "vitest"
import { type TestGateway, startGateway } from "../../testing/gateway.ts"
import { startProsaInProcess } from "../../testing/prosa-in-process.ts"
import { newVisitor } from "../../testing/visitors.ts"
import { sendElsewhere } from "./send-elsewhere.ts"

/** A sharing service that is not ours. */
let service: Server
let address: string
let answer: (reply: ServerResponse) => void
let asked = 0
let gateway: TestGateway
beforeAll(async () => {
  service = createServer((incoming, reply) => {
    asked++
    incoming.resume().on("end", () => answer(reply))
  })
  await new Promise<void>((resolve) => void service.listen(0, "127.0.0.1", resolve))
  address = `http://127.0.0.1:${(service.address() as AddressInfo).port}/api/conversations`
  gateway = await startGateway({ pretend: true, env: { SHARE_API_URL: address }, start: startProsaInProcess })
})
afterAll(async () => {
  await gateway.stop()
  service.closeAllConnections()
  await new Promise((resolve) => service.close(resolve))
})

const items = [{ from: "human", value: "Oi" }] as const
const withId = (reply: ServerResponse) => void reply.end(JSON.stringify({ id: "AbC123" }))

async function share(visitor: string) {
  const headers = { "content-type": "application/json", "x-visitor": visitor }
  const reply = await fetch(`${gateway.url}/sharegpt`, { method: "POST", headers, body: JSON.stringify({ items }) })
  return { status: reply.status, json: (await reply.json()) as Record<string, string> }
}

test("links that another service keeps have a number a day, too, and no more are asked for there", async () => {
  answer = withId
  const visitor = await newVisitor(gateway.url)
  const statuses = []
  for (let links = 0; links < 5; links++) statuses.push((await share(visitor)).status)
  expect(statuses).toEqual([200, 200, 200, 429, 429])
  expect(asked).toBe(3)
})

test("of links that somebody asks another service for at once one is sent", async () => {
  asked = 0
  const first = new Promise<ServerResponse>((resolve) => void (answer = resolve))
  const visitor = await newVisitor(gateway.url)
  const sent = share(visitor)
  const reply = await first
  expect(await share(visitor)).toMatchObject({ status: 429, json: { code: "too_many_requests" } })
  withId(reply)
  expect((await sent).json["id"]).toBe("AbC123")
  expect(asked).toBe(1)
})

test("an answer without end is not read to its end", async () => {
  const closed = new Promise((resolve) => {
    answer = (reply) => {
      const piece = Buffer.alloc(64 * 1024, " ")
      const write = () => void reply.write(piece, (error) => void (error || write()))
      reply.on("close", resolve)
      write()
    }
  })
  expect(await sendElsewhere(address, { title: "", models: [], days: 30, items: [...items] })).toMatchObject({
    ok: false,
    error: "the sharing service answered with more than 64 KiB",
  })
  await closed
})
