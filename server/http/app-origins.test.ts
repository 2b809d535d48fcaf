import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { textReply } from "../../testing/fake-provider/replies.ts"
import { startGateway, type TestCode, type TestGateway } from "../../testing/gateway.ts"
import { readConfig } from "../config.ts"

const app = "https://app.example"
const shell = "tauri://localhost"
let gateway: TestGateway
let code: TestCode
beforeAll(async () => {
  gateway = await startGateway({ env: { APP_ORIGINS: `${app}/, ${shell}` } })
  code = await gateway.code("premium", 50)
})
afterAll(() => gateway.stop())

const preflight = (origin: string, path: string, method = "POST") =>
  fetch(gateway.url + path, {
    method: "OPTIONS",
    headers: {
      origin,
      "access-control-request-method": method,
      "access-control-request-headers": "authorization,content-type,idempotency-key",
    },
  })
const told = ({ headers }: Response) => [...headers].filter(([name]) => name.startsWith("access-control-"))

describe("a page on the list", () => {
  test.each([app, shell])("may ask, at each path a page asks for: %s", async (origin) => {
    for (const [path, method] of [
      ["/api/proxy/openai/v1/chat/completions", "POST"],
      ["/api/runs/a", "DELETE"],
      ["/api/webdav/chatgpt-next-web/backup.json", "PUT"],
      ["/sharegpt", "POST"],
      ["/healthz", "GET"],
    ] as const) {
      const reply = await preflight(origin, path, method)
      expect(reply.status).toBe(204)
      expect(reply.headers.get("access-control-allow-origin")).toBe(origin)
      expect(reply.headers.get("access-control-allow-methods")?.split(", ")).toContain(method)
      const headers = reply.headers.get("access-control-allow-headers")?.split(", ")
      for (const name of ["authorization", "content-type", "idempotency-key", "x-access-code", "x-visitor"])
        expect(headers).toContain(name)
      expect(reply.headers.get("access-control-allow-credentials")).toBeNull()
    }
  })

  test("reads what it is told: an answer as it comes, the name of its run, a refusal, a list that is packed", async () => {
    gateway.script(textReply("Oi"))
    const stream = await gateway.chat(
      code,
      { stream: true },
      { path: "/api/proxy/openai/v1/chat/completions", headers: { origin: app } },
    )
    expect(stream.headers.get("access-control-allow-origin")).toBe(app)
    expect(stream.headers.get("access-control-expose-headers")?.split(", ")).toEqual(
      expect.arrayContaining(["x-run-id", "x-run-meta", "idempotent-replay", "retry-after"]),
    )
    expect(await stream.text()).toContain("[DONE]")
    const refused = await fetch(`${gateway.url}/api/statement`, {
      headers: { origin: app, authorization: "Bearer nk-nobody" },
    })
    expect([refused.status, refused.headers.get("access-control-allow-origin")]).toEqual([401, app])
    const models = await fetch(`${gateway.url}/api/config`, { method: "POST", headers: { origin: app } })
    expect(models.headers.get("access-control-allow-origin")).toBe(app)
    expect(models.headers.get("vary")).toContain("origin")
  })

  test("is our page to what only our page may ask for", async () => {
    const ask = (headers: Record<string, string>) =>
      fetch(`${gateway.url}/api/webdav/chatgpt-next-web/backup.json?endpoint=http%3A%2F%2F127.0.0.1`, {
        headers: { "sec-fetch-site": "cross-site", ...headers },
      })
    // 400: the storage it names is none that may be asked.
    expect((await ask({ origin: app })).status).toBe(400)
    expect((await ask({ origin: "https://evil.example" })).status).toBe(403)
  })
})

describe("everybody else", () => {
  test.each([
    "https://evil.example",
    "null",
    "https://app.example.evil.example",
    "http://app.example",
    "https://app.example:8443",
    "HTTPS://APP.EXAMPLE",
    "file://",
    "*",
  ])("hears nothing: %s", async (origin) => {
    for (const path of ["/api/config", "/api/proxy/openai/v1/chat/completions", "/api/webdav/x", "/healthz"]) {
      const asked = await preflight(origin, path)
      expect(asked.status).toBeGreaterThanOrEqual(400)
      expect(told(asked)).toEqual([])
    }
    const reply = await fetch(`${gateway.url}/api/config`, { method: "POST", headers: { origin } })
    expect(told(reply)).toEqual([])
    expect(reply.headers.get("vary")).toContain("origin")
  })

  test.each(["/api/admin/codes", "/metrics", "/readyz", "/v1/chat/completions", "/", "/settings"])(
    "and so does a page on the list at what is no page's business: %s",
    async (path) => {
      const asked = await preflight(app, path)
      expect(asked.status).toBeGreaterThanOrEqual(400)
      expect(told(asked)).toEqual([])
      expect(told(await fetch(gateway.url + path, { headers: { origin: app } }))).toEqual([])
    },
  )

  test("and an OPTIONS that asks for no page is what it was", async () => {
    const reply = await fetch(`${gateway.url}/api/config`, { method: "OPTIONS", headers: { origin: app } })
    expect(reply.status).toBe(405)
  })
})

describe("APP_ORIGINS", () => {
  test.each([
    ["https://app.example", ["https://app.example"]],
    ["https://App.example:443/ , http://localhost", ["https://app.example", "http://localhost"]],
    ["capacitor://localhost,tauri://localhost", ["capacitor://localhost", "tauri://localhost"]],
    ["http://[::1]:8080", ["http://[::1]:8080"]],
    ["", []],
  ])("is a list of origins as browsers write them: %s", (written, origins) => {
    const read = readConfig({ APP_ORIGINS: written })
    expect(read.ok && read.value.appOrigins).toEqual(origins)
  })

  test.each([
    "*",
    "null",
    "https://*.example",
    "app.example",
    "https://app.example/page",
    "file://",
    "https://a:b@c.example",
  ])("is refused: %s", (written) => {
    const read = readConfig({ APP_ORIGINS: written })
    expect(!read.ok && read.error.join()).toContain("APP_ORIGINS must be a comma list of origins")
  })
})
