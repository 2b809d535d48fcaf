import { request } from "node:http"
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest"
import { textReply } from "../../testing/fake-provider/replies.ts"
import { hello, pagePath, readJson, startGateway, type TestCode, type TestGateway } from "../../testing/gateway.ts"
import { connectRaw, type RawConnection, requestHead } from "../../testing/raw-connection.ts"

const mib = 1024 * 1024
const json = { "content-type": "application/json" }
const form = { "content-type": "multipart/form-data; boundary=x" }

let gateway: TestGateway
let code: TestCode
beforeAll(async () => {
  gateway = await startGateway({ env: { NEED_CODE: "1" } })
  code = await gateway.code("premium", 1_000)
})
afterAll(() => gateway.stop())

const open: RawConnection[] = []
afterEach(() => open.splice(0).forEach(({ socket }) => socket.destroy()))

async function connect(url = gateway.url): Promise<RawConnection> {
  const connection = await connectRaw(url)
  open.push(connection)
  return connection
}
const bearer = (word: string) => ({ authorization: `Bearer nk-${word}` })
const statusOf = (reply: string) => Number(reply.split(" ")[1])

const chatDoors: [string, Record<string, string>][] = [
  ["/v1/chat/completions", json],
  [pagePath, json],
  ["/v1/responses", json],
  ["/v1/images/generations", json],
  ["/v1/audio/speech", json],
  ["/api/anthropic/v1/messages", json],
  ["/api/google/v1beta/models/gemini-2.5-flash:generateContent", json],
  ["/api/google/v1beta/models/gemini-2.5-flash:countTokens", json],
  ["/api/azure/deployments/gpt-4.1/chat/completions", json],
  ["/api/moonshot/v1/chat/completions", json],
  ["/api/stability/v2beta/stable-image/generate/core", form],
]

describe("nobody's body is waited for who may not send it", () => {
  test.each(chatDoors)("without a credential, at %s", async (path, headers) => {
    const connection = await connect()
    connection.send(requestHead("POST", path, { ...headers, "content-length": 9 * mib }))
    expect(statusOf(await connection.ended)).toBe(401)
    expect(connection.text()).toMatch(/^connection: close\r$/im)
  })

  test("with a wrong code", async () => {
    const connection = await connect()
    connection.send(requestHead("POST", pagePath, { ...json, ...bearer("wrong"), "content-length": 9 * mib }))
    expect(statusOf(await connection.ended)).toBe(401)
  })

  test.each(chatDoors)("with an address of its own and nobody behind the key, at %s", async (path, headers) => {
    for (const [from, status] of [
      ["same-origin", 401],
      ["cross-site", path.endsWith("countTokens") ? 401 : 403],
    ] as const) {
      const connection = await connect()
      const own = {
        authorization: "Bearer sk-of-mine",
        "x-base-url": "https://outside.example",
        "sec-fetch-site": from,
      }
      connection.send(requestHead("POST", path, { ...headers, ...own, "content-length": 9 * mib }))
      expect(statusOf(await connection.ended)).toBe(status)
    }
  })

  test("and a flood of it is not read for ever", async () => {
    const connection = await connect()
    connection.send(requestHead("POST", pagePath, { ...json, "transfer-encoding": "chunked" }))
    const piece = Buffer.concat([Buffer.from("10000\r\n"), Buffer.alloc(65_536, 97), Buffer.from("\r\n")])
    const flood = () => {
      while (connection.socket.writable) if (!connection.socket.write(piece)) return
    }
    connection.socket.on("drain", flood)
    flood()
    expect(statusOf(await connection.ended)).toBe(401)
    expect(connection.socket.bytesWritten).toBeLessThan(200 * mib)
  })

  test("who waits to be told to send it is told no, and not to go on", async () => {
    const connection = await connect()
    const expecting = { ...json, expect: "100-continue", "content-length": 9 * mib }
    connection.send(requestHead("POST", pagePath, expecting))
    expect(statusOf(await connection.ended)).toBe(401)
  })

  test("a client that sends megabytes all the same reads why", async () => {
    const body = "x".repeat(10 * mib - 100)
    const reply = await fetch(gateway.url + pagePath, {
      method: "POST",
      headers: { ...json, ...bearer("wrong") },
      body,
    })
    expect(reply.status).toBe(401)
    expect(await readJson(reply)).toMatchObject({ error: { code: "unauthorized" } })
    const plain = await new Promise<number | undefined>((resolve, reject) => {
      const asking = request(gateway.url + pagePath, {
        method: "POST",
        headers: { ...json, "content-length": body.length },
      })
      asking.once("response", ({ statusCode }) => resolve(statusCode)).once("error", reject)
      asking.end(body)
    })
    expect(plain).toBe(401)
  })
})

test("who may send it is told to go on, and answered", async () => {
  gateway.script(textReply("Oi"))
  const body = JSON.stringify(hello)
  const connection = await connect()
  const headers = { ...json, ...bearer(code.code), expect: "100-continue", "content-length": body.length }
  connection.send(requestHead("POST", pagePath, headers))
  expect(statusOf(await connection.until(/\r\n\r\n/))).toBe(100)
  connection.send(body)
  expect(await connection.until(/"Oi"/)).toContain("HTTP/1.1 200 OK")
})

describe("whoever calls too often", () => {
  let limited: TestGateway
  let ofLimited: TestCode
  beforeAll(async () => {
    limited = await startGateway({ env: { LIMIT_CODE_PER_MINUTE: "2" } })
    ofLimited = await limited.code("premium", 1_000)
  })
  afterAll(() => limited.stop())

  test("is told so before the body is read, and comes back for an answer all the same", async () => {
    limited.script(textReply("Oi"))
    const keyed = { headers: { "idempotency-key": "known" } }
    const first = await limited.chat(ofLimited, {}, keyed)
    expect(first.headers.get("ratelimit-remaining")).toBe("1")
    expect((await limited.chat(ofLimited, { n: 7 })).status).toBe(400)

    const connection = await connect(limited.url)
    connection.send(requestHead("POST", pagePath, { ...json, ...bearer(ofLimited.code), "content-length": 9 * mib }))
    const refusal = await connection.ended
    expect(statusOf(refusal)).toBe(429)
    expect(refusal).toMatch(/^retry-after: \d+\r$/im)

    for (let i = 0; i < 5; i++) {
      const again = await limited.chat(ofLimited, {}, keyed)
      expect(again.status).toBe(200)
      expect(again.headers.get("idempotent-replay")).toBe("true")
      await again.text()
    }
    expect((await limited.chat(ofLimited, { temperature: 1 }, keyed)).status).toBe(422)
  })
})

test.each(["/v1/models", "/v1/models/gpt-4.1", "/api/google/v1beta/models"])(
  "%s is counted as a request, too",
  async (path) => {
    const limited = await startGateway({ env: { LIMIT_CODE_PER_MINUTE: "3" } })
    const { code: word } = await limited.code("premium", 1)
    const statuses: number[] = []
    for (let at = 0; at < 4; at++) {
      const reply = await fetch(limited.url + path, { headers: bearer(word) })
      await reply.text()
      statuses.push(reply.status)
    }
    expect(statuses).toEqual([200, 200, 200, 429])
    await limited.stop()
  },
)

test.each(["/api/statement", "/api/statement?format=csv"])(
  "%s is counted too, but not among what a code may ask",
  async (path) => {
    const limited = await startGateway({ env: { LIMIT_CODE_PER_MINUTE: "1", LIMIT_ADDRESS_PER_MINUTE: "60" } })
    const of = await limited.code("premium", 1_000)
    const read = async () => {
      const reply = await fetch(limited.url + path, { headers: bearer(of.code) })
      await reply.text()
      return reply.status
    }
    const statuses: number[] = []
    while (!statuses.includes(429) && statuses.length < 4_000) {
      statuses.push(...(await Promise.all(Array.from({ length: 50 }, read))))
    }
    expect(statuses).toContain(429)
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(600)
    limited.script(textReply("Oi"))
    expect((await limited.chat(of, {})).status).toBe(200)
    await limited.stop()
  },
)

test("an address that opens the page without end is told the settings, and nothing is looked up for it", async () => {
  const limited = await startGateway({ env: { LIMIT_ADDRESS_PER_MINUTE: "3" } })
  const told: unknown[] = []
  for (let at = 0; at < 5; at++) {
    const { free, needCode } = await readJson(await fetch(`${limited.url}/api/config`, { method: "POST" }))
    told.push([needCode, free])
  }
  expect(told.slice(0, 3)).toEqual(Array.from({ length: 3 }, () => [false, { left: 30, of: 30 }]))
  expect(told.at(-1)).toEqual([false, undefined])
  await limited.stop()
})

describe("JSON that is made to be costly is refused", () => {
  const costly: [string, string, number][] = [
    ["nested a million times", `{"model":"gpt-4.1","messages":${"[".repeat(2_000_000)}${"]".repeat(2_000_000)}}`, 400],
    ["nested, and never closed", "[".repeat(5_000_000), 400],
    ["nested objects", `${'{"a":'.repeat(1_500_000)}1${"}".repeat(1_500_000)}`, 400],
    ["a million values", `{"model":"gpt-4.1","messages":[${"1,".repeat(4_000_000)}1]}`, 413],
    ["a million names", `{${Array.from({ length: 300_000 }, (_, i) => `"k${i}":1`).join(",")}}`, 413],
  ]
  test.each(costly)("%s", async (_, body, status) => {
    const reply = await fetch(gateway.url + pagePath, {
      method: "POST",
      headers: { ...json, ...bearer(code.code) },
      body,
    })
    expect(reply.status).toBe(status)
    await reply.text()
    expect((await fetch(`${gateway.url}/healthz`)).status).toBe(200)
  })
})

test("ten megabytes from somebody who may send them are answered", async () => {
  gateway.script(textReply("Vi"))
  const url = `data:image/png;base64,${"QUJD".repeat(2_400_000)}`
  const messages = [{ role: "user", content: [{ type: "image_url", image_url: { url } }] }]
  expect((await gateway.chat(code, { messages })).status).toBe(200)
})

describe("what anybody may send without a credential is short and not often", () => {
  const send = (path: string, body: string) => fetch(gateway.url + path, { method: "POST", headers: json, body })

  test.each(["/api/log-usage", "/api/validate-access", "/api/getBalance"])("%s takes no long body", async (path) => {
    const reply = await send(path, JSON.stringify({ accessCode: "x", model: "x", filler: "x".repeat(17_000) }))
    expect(reply.status).toBe(413)
  })

  test("an address that sends usage records without end is told to stop, before its bodies are read", async () => {
    const statuses = new Set<number>()
    for (let i = 0; i < 100 && !statuses.has(429); i++) statuses.add((await send("/api/log-usage", "{}")).status)
    expect([...statuses]).toEqual([200, 429])
    // One is free again each second: these are quicker.
    const unsent = await Promise.all(
      Array.from({ length: 8 }, async () => {
        const connection = await connect()
        connection.send(requestHead("POST", "/api/log-usage", { ...json, "content-length": 10_000 }))
        return connection
      }),
    )
    expect(await Promise.any(unsent.map(async ({ ended }) => statusOf(await ended)))).toBe(429)
  })
})

describe("strange requests are answered in order, and the server goes on", () => {
  const strange: [string, string][] = [
    ["TRACE", requestHead("TRACE", "/")],
    ["CONNECT", requestHead("CONNECT", "example.org:443")],
    ["a method nobody knows", requestHead("GETT", "/")],
    ["HTTP/1.0", "GET /v1/nothing HTTP/1.0\r\n\r\n"],
    ["HTTP/3.0", "GET / HTTP/3.0\r\n\r\n"],
    ["no Host", "GET / HTTP/1.1\r\n\r\n"],
    ["half an address", requestHead("GET", "http://[::1/api/config")],
    ["a foreign address", requestHead("GET", "http://evil.example/v1/nothing")],
    ["nonsense in percents", requestHead("GET", "/api/runs/%E0%A4%A")],
    ["nonsense in percents in a model", requestHead("POST", "/api/google/v1beta/models/%25:countTokens", json)],
    ["nonsense in percents in a file", requestHead("GET", "/assets/%c0%af%zz")],
    ["an artifact of nonsense", requestHead("GET", "/artifacts/%00%ff")],
    ["a backslash", requestHead("GET", "/\\@evil.example/%5c..")],
    ["a header of 100 kB", requestHead("GET", "/", { "x-long": "x".repeat(100_000) })],
    ["5 000 headers", `GET / HTTP/1.1\r\nhost: x\r\n${"a: b\r\n".repeat(5_000)}\r\n`],
    ["two lengths", "POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab"],
    ["a negative length", "POST / HTTP/1.1\r\nhost: x\r\ncontent-length: -1\r\n\r\n"],
    ["no HTTP at all", "\u0016\u0003\u0001\u0002\r\n\r\n"],
    ["another expectation", requestHead("POST", pagePath, { ...json, expect: "a miracle", "content-length": 2 })],
    [
      "long chunk extensions",
      `${requestHead("POST", "/api/getBalance", { ...json, "transfer-encoding": "chunked" })}1;${"x".repeat(40_000)}\r\na\r\n0\r\n\r\n`,
    ],
  ]
  test.each(strange)("%s", async (_, bytes) => {
    const connection = await connect()
    connection.send(bytes)
    const reply = await connection.until(/\r\n\r\n/)
    expect(statusOf(reply)).toBeGreaterThanOrEqual(400)
    expect(statusOf(reply)).toBeLessThan(500)
    expect((await fetch(`${gateway.url}/healthz`)).status).toBe(200)
  })

  test("an upgrade to what is not spoken here is a request like any other", async () => {
    const connection = await connect()
    connection.send(requestHead("GET", "/healthz", { connection: "upgrade", upgrade: "websocket" }))
    expect(statusOf(await connection.until(/\r\n\r\n/))).toBe(200)
  })
})

test("what was turned away is counted, and one line of the log for each cause", async () => {
  const operator = await startGateway({ env: { ADMIN_TOKEN: "a-token-of-the-tests", NEED_CODE: "1" } })
  try {
    for (let i = 0; i < 30; i++) await (await operator.chat(undefined)).text()
    const metrics = await fetch(`${operator.url}/metrics`, {
      headers: { authorization: "Bearer a-token-of-the-tests" },
    })
    const text = await metrics.text()
    expect(text).toContain('\nprosa_refused_total{why="credential"} 30\n')
    expect(text).toContain("\nprosa_body_bytes 0\n")
    expect(text).toMatch(/\nprosa_connections \d+\n/)
  } finally {
    await operator.stop()
  }
  const lines = operator.prosa.output().match(/^.*"event":"refused".*$/gm) ?? []
  expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([{ why: "credential", count: 30 }])
})
