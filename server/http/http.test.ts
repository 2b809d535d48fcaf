import { connect } from "node:net"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { errorReply, textReply } from "../../testing/fake-provider/replies.ts"
import { readJson, startGateway, type TestCode, type TestGateway } from "../../testing/gateway.ts"

let gateway: TestGateway
let code: TestCode
beforeAll(async () => {
  gateway = await startGateway()
  code = await gateway.code("premium", 50)
})
afterAll(() => gateway.stop())

/** Sends the bytes of a request as they are; the first line and the rest of what comes back. */
function raw(bytes: string): Promise<string> {
  const { hostname, port } = new URL(gateway.url)
  return new Promise((resolve, reject) => {
    let text = ""
    const socket = connect(Number(port), hostname, () => socket.write(bytes))
    socket.setEncoding("utf8").on("data", (part: string) => (text += part))
    socket.once("end", () => resolve(text)).once("error", reject)
  })
}
const get = (path: string) => raw(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
const statusOf = (reply: string) => Number(reply.split(" ")[1])

describe("an unknown path", () => {
  test.each(["/nothing-here", "/chat/extra", "/settings.php", "/.env", "/wp-login.php", "/artifacts/", "/%00", "/%zz"])(
    "%s is the app's own 404",
    async (path) => {
      const reply = await get(path)
      expect(statusOf(reply)).toBe(404)
      expect(reply.toLowerCase()).toContain("content-type: text/html")
    },
  )

  test.each([
    "/",
    "/chat",
    "/new-chat",
    "/masks",
    "/plugins",
    "/search-chat",
    "/settings",
    "/auth",
    "/sd",
    "/artifacts/abc_1",
  ])("while the page's own %s is the page", async (path) => {
    const response = await fetch(gateway.url + path)
    expect(response.status).toBe(200)
    expect(response.headers.get("content-type")).toContain("text/html")
    const head = await fetch(gateway.url + path, { method: "HEAD" })
    expect([head.status, await head.text()]).toEqual([200, ""])
  })

  test.each([
    "/api/nothing",
    "/api",
    "/api/",
    "/v1/nothing",
    "/v1",
    "//api/getBalance",
    "/API/nothing",
    "/Api/getBalance",
    "/V1/models",
    "/api%2FgetBalance",
    "/api%2fnothing",
    "/%61pi/nothing",
    "/api/runs/..%2f..%2fconfig",
    "/api/runs/../nothing",
    "/readyz/x",
    "/metrics/x",
  ])("of the interface is JSON, never the page: %s", async (path) => {
    const reply = await get(path)
    expect([404, 405]).toContain(statusOf(reply))
    expect(reply.toLowerCase()).toContain("content-type: application/json")
    expect(reply).toContain('"error"')
  })

  test("no path leaves the page's folder", async () => {
    for (const path of [
      "/../package.json",
      "/..%2fpackage.json",
      "/assets/../../package.json",
      "/%2e%2e/package.json",
    ]) {
      const reply = await get(path)
      expect(statusOf(reply)).toBe(404)
      expect(reply).not.toContain('"dependencies"')
    }
  })

  test.each([
    ["GET", "/v1/chat/completions", "POST"],
    ["DELETE", "/api/getBalance", "POST"],
    ["PUT", "/api/config", "POST"],
    ["POST", "/healthz", "GET"],
    ["POST", "/chat", "GET, HEAD"],
  ])("is not a wrong method: %s %s is 405 with what is allowed", async (method, path, allow) => {
    const response = await fetch(gateway.url + path, { method })
    expect([response.status, response.headers.get("allow")]).toEqual([405, allow])
    expect(await readJson(response)).toHaveProperty("error")
  })

  test("below /v1 answers in OpenAI's shape", async () => {
    const response = await fetch(`${gateway.url}/v1/embeddings`, { method: "POST" })
    expect(response.status).toBe(404)
    expect(await response.json()).toMatchObject({ error: { message: expect.any(String), type: expect.any(String) } })
  })
})

describe("every reply", () => {
  const replies: [string, () => Promise<Response>][] = [
    ["the page", () => fetch(gateway.url)],
    ["the app's 404", () => fetch(`${gateway.url}/nothing`)],
    ["JSON", () => fetch(`${gateway.url}/api/config`, { method: "POST" })],
    ["a 404", () => fetch(`${gateway.url}/api/nothing`)],
    ["a 405", () => fetch(`${gateway.url}/api/config`, { method: "PUT" })],
    ["a 401", () => fetch(`${gateway.url}/v1/models`, { headers: { authorization: "Bearer nk-x" } })],
    ["a stream", () => gateway.chat(code, { stream: true })],
    ["a whole reply", () => gateway.chat(code)],
    ["a refusal", () => gateway.chat(code, { n: 2 })],
  ]

  test.each(replies)("has the headers that keep a browser safe: %s", async (_, ask) => {
    gateway.script(textReply("Oi"))
    const { headers, ...response } = await ask()
    void response
    expect(headers.get("content-security-policy")).toMatch(/script-src 'self';.*frame-ancestors 'none'/)
    expect(headers.get("content-security-policy")).not.toContain("unsafe")
    expect(headers.get("x-content-type-options")).toBe("nosniff")
    expect(headers.get("referrer-policy")).toBe("no-referrer")
    expect(headers.get("cross-origin-opener-policy")).toBe("same-origin")
    expect(headers.get("x-powered-by")).toBeNull()
  })

  test.each(replies)("lets no other origin read it: %s", async (_, ask) => {
    gateway.script(textReply("Oi"))
    expect([...(await ask()).headers.keys()].filter((name) => name.startsWith("access-control"))).toEqual([])
  })

  test("also to another origin and to its preflight", async () => {
    for (const origin of ["https://evil.example", "null"]) {
      const headers = {
        origin,
        "access-control-request-method": "POST",
        "access-control-request-headers": "authorization",
      }
      for (const path of ["/v1/chat/completions", "/api/getBalance", "/api/runs", "/api/admin/codes"]) {
        const preflight = await fetch(gateway.url + path, { method: "OPTIONS", headers })
        expect(preflight.status).toBeGreaterThanOrEqual(400)
        expect(preflight.headers.get("access-control-allow-origin")).toBeNull()
      }
      const response = await gateway.chat(code, {}, { headers: { origin, "content-type": "text/plain" } })
      expect(response.status).toBe(415)
    }
  })

  test("of the interface is never kept by a cache", async () => {
    gateway.script(errorReply(500, "boom"))
    for (const ask of [
      () => gateway.chat(code),
      () => gateway.chat(code, { stream: true }),
      () => fetch(`${gateway.url}/api/config`, { method: "POST" }),
      () => fetch(`${gateway.url}/v1/models`),
      () => fetch(`${gateway.url}/api/nothing`),
    ]) {
      expect((await ask()).headers.get("cache-control")).toContain("no-store")
    }
  })
})

test.each([
  ["two lengths", "Content-Length: 5\r\nContent-Length: 6\r\n"],
  ["a length and chunks", "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n"],
  ["an obsolete fold", "X-A: 1\r\n 2\r\n"],
])("a request that two readers would read differently is 400 and the end of its connection: %s", async (_, lines) => {
  const reply = await raw(`POST /v1/chat/completions HTTP/1.1\r\nHost: x\r\n${lines}\r\n0\r\n\r\n`)
  expect(statusOf(reply)).toBe(400)
})

test("logs hold no prompt, no answer, no code and no key", async () => {
  gateway.script(textReply("RESPOSTA_CANARIO"))
  const messages = [{ role: "user", content: "PERGUNTA_CANARIO" }]
  await (await gateway.chat(code, { messages, stream: true, user: "USUARIO_CANARIO" })).text()
  await (await gateway.chat(undefined, { messages, n: 2 })).text()
  await (await gateway.chat(undefined, { messages }, { headers: { authorization: "Bearer sk-CHAVE_CANARIO" } })).text()
  await (await gateway.chat(undefined, { messages }, { path: "/v1/chat/completions?key=nk-CODIGO_CANARIO" })).text()
  await (await fetch(`${gateway.url}/api/NADA_CANARIO?x=CANARIO`)).text()
  const log = gateway.prosa.output()
  expect(log).not.toContain("CANARIO")
  expect(log).not.toContain(code.code)
  const lines = log.trim().split("\n")
  for (const line of lines)
    expect(JSON.parse(line)).toMatchObject({ at: expect.any(String), event: expect.any(String) })
  const chat = lines
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .findLast((line) => line["event"] === "chat")
  expect(chat).toMatchObject({ model: "gpt-4.1" })
})
