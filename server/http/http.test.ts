import { connect } from "node:net"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { loadChapter } from "#core/i18n/load-chapter.ts"
import { languageTag, localeCodes, type LocaleCode } from "#core/i18n/locale.ts"
import { errorReply, textReply } from "../../testing/fake-provider/replies.ts"
import { serveRoutes } from "../../testing/serve-routes.ts"
import { startGateway, type TestCode, type TestGateway } from "../../testing/gateway.ts"

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
const statusOf = (reply: string) => Number(reply.split(" ")[1])

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
  // Before it begins its log, a server says on one screen how it is set up.
  const lines = log
    .trim()
    .slice(log.trim().lastIndexOf("\n\n{") + 2)
    .split("\n")
  for (const line of lines)
    expect(JSON.parse(line)).toMatchObject({ at: expect.any(String), event: expect.any(String) })
  const chat = lines
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .findLast((line) => line["event"] === "chat")
  expect(chat).toMatchObject({ model: "gpt-4.1" })
})

describe("a refusal speaks the language that is asked for", () => {
  const preferences: [string, LocaleCode][] = [
    ["en;q=0.1, ar;q=0.9", "ar"],
    ["fr;q=0, de;q=0.5", "de"],
    ["eo, zh-HK;q=0.8, en;q=0.7", "tw"],
    ["*", "pt"],
  ]

  test.each([...localeCodes.map((code): [string, LocaleCode] => [languageTag(code), code]), ...preferences])(
    "%s",
    async (language, locale) => {
      const reply = await fetch(`${gateway.url}/api/nothing`, { headers: { "accept-language": language } })
      const errors = await loadChapter(locale, "errors")
      expect(await reply.text()).toContain(errors.refused["no-such-route"]())
    },
  )
})

test("a route that breaks, or whose reply cannot be written, is a 500, and the server goes on", async () => {
  const broken = () => {
    throw new Error("a bug")
  }
  const served = await serveRoutes([
    { method: "GET", path: "/breaks", handle: broken },
    { method: "GET", path: "/unwritable", handle: () => ({ status: 200, headers: { "x-name": "a\nb" }, body: "" }) },
    { method: "GET", path: "/well", handle: () => ({ status: 200, headers: {}, body: "well" }) },
  ])
  try {
    const statusOfGet = async (path: string) => (await fetch(served.url + path)).status
    expect(await statusOfGet("/breaks")).toBe(500)
    expect(await statusOfGet("/unwritable")).toBe(500)
    expect(await statusOfGet("/well")).toBe(200)
  } finally {
    await served.stop()
  }
})
