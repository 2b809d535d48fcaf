import { afterAll, beforeAll, expect, test } from "vitest"
import { errorReply, jsonReply, textReply } from "../../../testing/fake-provider/replies.ts"
import { startFakeProvider, type FakeProvider, type Script } from "../../../testing/fake-provider/fake-provider.ts"
import { readJson, startGateway, type TestCode, type TestGateway } from "../../../testing/gateway.ts"
import { newVisitor } from "../../../testing/visitors.ts"
import { startProsaInProcess } from "../../../testing/prosa-in-process.ts"

let gateway: TestGateway
let stranger: FakeProvider
let code: TestCode

beforeAll(async () => {
  stranger = await startFakeProvider()
  const egress = {
    lookup: async (name: string) => [
      { address: ["outside.example", "prosa.example"].includes(name) ? "127.0.0.1" : "10.0.0.7", family: 4 },
    ],
    isAllowed: (address: string) => address === "127.0.0.1",
    ports: [String(stranger.port)],
  }
  gateway = await startGateway({
    env: { FREE_DAILY_MESSAGES: "2", PUBLIC_URL: "https://prosa.example" },
    start: (options) => startProsaInProcess(options ?? {}, { egress }),
  })
  code = await gateway.code("premium", 1)
})
afterAll(async () => {
  await gateway.stop()
  await stranger.close()
})

const outside = () => `http://outside.example:${stranger.port}/v1`
const ask = (headers: Record<string, string>, base = outside(), body = {}, reply: Script = textReply("De fora")) => {
  gateway.script(textReply("Do provedor"))
  stranger.script(reply)
  return gateway.chat(undefined, body, {
    headers: {
      authorization: "Bearer sk-of-mine-12345",
      "sec-fetch-site": "same-origin",
      "x-access-code": code.code,
      "x-base-url": base,
      ...headers,
    },
  })
}

test("an own key goes to the address its owner names, under the provider's path, and nowhere else", async () => {
  const before = [gateway.provider.requests.length, stranger.requests.length]
  const reply = await ask({})
  expect(reply.status).toBe(200)
  expect(await reply.text()).toContain("De fora")
  expect(stranger.requests.at(-1)).toMatchObject({
    path: "/v1/chat/completions",
    headers: { authorization: "Bearer sk-of-mine-12345", host: `outside.example:${stranger.port}` },
  })
  expect(JSON.stringify(stranger.requests.at(-1)?.headers)).not.toContain(code.code)
  expect([gateway.provider.requests.length, stranger.requests.length - 1]).toEqual(before)
})

test("it does not lead back to this server, whose name it is", async () => {
  const before = [gateway.provider.requests.length, stranger.requests.length]
  expect((await ask({}, `http://prosa.example:${stranger.port}/v1`)).status).toBe(403)
  expect([gateway.provider.requests.length, stranger.requests.length]).toEqual(before)
})

test.each<[string, Record<string, string>, string?]>([
  ["from another site", { "sec-fetch-site": "cross-site" }],
  ["from no page at all", { "sec-fetch-site": "" }],
  ["with an access code instead of a key", { authorization: "Bearer nk-CODE" }],
  ["with nobody beside the key", { "x-access-code": "" }],
  ["to an address inside", {}, "http://inside.example:80"],
  ["to an address inside, spelt as a number", {}, "http://2130706433"],
  ["to a file", {}, "file:///etc/passwd"],
  ["with a name and a password", {}, "http://a:b@outside.example"],
  ["to another port", {}, "http://outside.example:22"],
  ["with a query of its own", {}, "QUERY"],
])("it is refused %s", async (_why, headers, base) => {
  const before = [gateway.provider.requests.length, stranger.requests.length]
  const filled = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, value.replace("CODE", code.code)]),
  )
  const reply = await ask(filled, base === "QUERY" ? `${outside()}?x=1` : base)
  expect(reply.status).toBe(403)
  expect([gateway.provider.requests.length, stranger.requests.length]).toEqual(before)
})

test("the bill of an own key is asked for there, too, and an address inside is refused", async () => {
  stranger.script(jsonReply(200, { object: "list", total_usage: 123 }))
  const ask = (base: string) =>
    fetch(`${gateway.url}/api/openai/dashboard/billing/usage?start_date=2026-11-01&end_date=2026-11-30`, {
      headers: {
        authorization: "Bearer sk-of-mine-12345",
        "sec-fetch-site": "same-origin",
        "x-access-code": code.code,
        "x-base-url": base,
      },
    })
  const before = gateway.provider.requests.length
  expect(await readJson(await ask(outside()))).toMatchObject({ total_usage: 123 })
  expect(stranger.requests.at(-1)).toMatchObject({
    method: "GET",
    path: "/dashboard/billing/usage?start_date=2026-11-01&end_date=2026-11-30",
    headers: { authorization: "Bearer sk-of-mine-12345" },
  })
  expect((await ask("http://inside.example:80")).status).toBe(403)
  expect(gateway.provider.requests).toHaveLength(before)
})

test("a visitor may, as often as a visitor may send", async () => {
  const visitor = { "x-access-code": "", "x-visitor": await newVisitor(gateway.url) }
  const statuses = [await ask(visitor), await ask(visitor), await ask(visitor)].map(({ status }) => status)
  expect(statuses).toEqual([200, 200, 403])
})

test("a visitor's day is not used by what is refused here, and is by what was asked there, whatever came of it", async () => {
  const id = await newVisitor(gateway.url)
  const visitor = { "x-access-code": "", "x-visitor": id }
  const left = async () => {
    const reply = await fetch(`${gateway.url}/api/visitor`, { method: "POST", headers: { "x-visitor": id } })
    return (await readJson(reply))["left"]
  }
  const asked = stranger.requests.length
  const tooLong = { model: "gpt-4o", messages: [{ role: "user", content: "palavra ".repeat(200_000) }] }
  expect((await ask(visitor, outside(), tooLong)).status).toBe(400)
  expect((await ask(visitor, outside(), { messages: [] })).status).toBe(400)
  expect((await ask(visitor, outside(), { model: "gpt\u0000" })).status).toBe(404)
  expect([await left(), stranger.requests.length - asked]).toEqual([2, 0])
  const refusal = errorReply(500, "boom")
  expect((await ask(visitor, outside(), {}, refusal)).status).toBe(500)
  expect([await left(), stranger.requests.length - asked]).toEqual([1, 1])
})

test("an unknown code beside the key is a wrong code", async () => {
  expect((await ask({ "x-access-code": "not-a-code-of-ours" })).status).toBe(401)
})

test("who comes back for an answer from there is not counted again, in the name of the person behind the key", async () => {
  const egress = {
    lookup: async () => [{ address: "127.0.0.1", family: 4 }],
    isAllowed: () => true,
    ports: [String(stranger.port)],
  }
  const limited = await startGateway({
    env: { LIMIT_ADDRESS_PER_MINUTE: "1" },
    start: (options) => startProsaInProcess(options ?? {}, { egress }),
  })
  const own = await limited.code("premium", 1)
  stranger.script(textReply("De fora"))
  const headers = {
    authorization: "Bearer sk-of-mine-12345",
    "sec-fetch-site": "same-origin",
    "x-access-code": own.code,
    "x-base-url": outside(),
    "idempotency-key": "from-there",
  }
  const statuses: number[] = []
  for (let at = 0; at < 3; at++) {
    const reply = await limited.chat(undefined, {}, { headers })
    expect(await reply.text()).toContain("De fora")
    statuses.push(reply.status)
  }
  expect(statuses).toEqual([200, 200, 200])
  expect((await limited.chat(undefined, {}, { headers: { ...headers, "idempotency-key": "another" } })).status).toBe(
    429,
  )
  await limited.stop()
})
