import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from "node:zlib"
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { connect } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { screenPaths } from "#core/screens/screens.ts"
import { readConfig } from "../config.ts"
import { serve, type RunningServer } from "../serve.ts"
import { createLog } from "./log.ts"
import { loadStaticSite } from "./static-site.ts"

const page = "<!doctype html><title>Prosa</title>"
const script = `console.log(${JSON.stringify("x".repeat(2_000))})`
const folder = mkdtempSync(join(tmpdir(), "prosa-site-"))
let server: RunningServer
beforeAll(async () => {
  const siteFolder = join(folder, "dist")
  mkdirSync(join(siteFolder, "assets"), { recursive: true })
  writeFileSync(join(siteFolder, "index.html"), page)
  writeFileSync(join(siteFolder, "assets", "app-1.js"), script)
  writeFileSync(join(siteFolder, "assets", "app-1.js.br"), brotliCompressSync(script))
  writeFileSync(join(siteFolder, "assets", "app-1.js.gz"), gzipSync(script))
  writeFileSync(join(folder, "package.json"), `{"dependencies":{}}`)
  const config = readConfig({ PORT: "0", HOST: "127.0.0.1", DATA_DIR: join(folder, "data") })
  if (!config.ok) throw new Error(config.error.join())
  mkdirSync(config.value.dataDir)
  let ids = 0
  const started = await serve(config.value, {
    now: Date.now,
    newId: () => `id-${ids++}`,
    siteFolder,
    log: createLog(Date.now, () => {}),
  })
  if (!started.ok) throw new Error(started.error)
  server = started.value
})
afterAll(async () => {
  await server.stop(0)
  rmSync(folder, { recursive: true })
})

/** A request whose path goes over the wire as it is written. */
function get(path: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ""
    const socket = connect(Number(new URL(server.url).port), "127.0.0.1", () => {
      socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
    })
    socket.setEncoding("utf8").on("data", (part: string) => (text += part))
    socket.once("end", () => resolve(text)).once("error", reject)
  })
}
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

  const addresses = Object.values(screenPaths).map((path) => path.replace(":id", "abc_1"))

  test.each(addresses)("while the page's own %s is the page", async (path) => {
    const response = await fetch(server.url + path)
    expect(response.status).toBe(200)
    expect(response.headers.get("content-type")).toContain("text/html")
    const head = await fetch(server.url + path, { method: "HEAD" })
    expect([head.status, await head.text()]).toEqual([200, ""])
  })

  test("a page that somebody shared is in no search engine, and in nobody's frame", async () => {
    for (const [path, robots] of [
      ["/artifacts/AbCdEfGhIjKlMnOpQrStUv", "noindex, nofollow"],
      ["/", null],
    ] as const) {
      const { headers } = await fetch(server.url + path)
      expect(headers.get("x-robots-tag")).toBe(robots)
      expect(headers.get("content-security-policy")).toContain("frame-ancestors 'none'")
      expect(headers.get("content-security-policy")).toMatch(/(^|; )frame-src 'self';/)
    }
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
    ["POST", "/healthz", "GET, HEAD"],
    ["PUT", "/api/runs/run_1", "GET, HEAD, DELETE"],
    ["POST", "/chat", "GET, HEAD"],
  ])("is not a wrong method: %s %s is 405 with what is allowed", async (method, path, allow) => {
    const response = await fetch(server.url + path, { method })
    expect([response.status, response.headers.get("allow")]).toEqual([405, allow])
    expect(await response.json()).toHaveProperty("error")
  })

  test("below /v1 answers in OpenAI's shape", async () => {
    const response = await fetch(`${server.url}/v1/embeddings`, { method: "POST" })
    expect(response.status).toBe(404)
    expect(await response.json()).toMatchObject({ error: { message: expect.any(String), type: expect.any(String) } })
  })
})

test("a file of the page is kept for ever, compressed where that pays; the page itself is asked for again", async () => {
  for (const encoding of ["br", "gzip", "identity"]) {
    const response = await fetch(`${server.url}/assets/app-1.js`, { headers: { "accept-encoding": encoding } })
    expect(response.headers.get("content-encoding") ?? "identity").toBe(encoding)
    expect(response.headers.get("cache-control")).toContain("immutable")
    expect(response.headers.get("vary")).toContain("accept-encoding")
    expect(await response.text()).toBe(script)
  }
  expect((await fetch(server.url)).headers.get("cache-control")).toBe("no-cache")
})

test("what others show of a shared page names the public address, in every form of the page", () => {
  const built = `<!doctype html><head><meta property="og:image" content="/social.png" /></head>`
  const site = join(folder, "shared")
  mkdirSync(site)
  writeFileSync(join(site, "index.html"), built)
  writeFileSync(join(site, "index.html.br"), brotliCompressSync(built))
  writeFileSync(join(site, "index.html.gz"), gzipSync(built))
  const formsOf = (publicUrl: string) => {
    const { page } = loadStaticSite(site, publicUrl)
    return [
      String(page("")?.body),
      String(gunzipSync(page("gzip")?.body ?? "")),
      String(brotliDecompressSync(page("br")?.body ?? "")),
    ]
  }
  for (const html of formsOf("https://prosa.example/a?b&c")) {
    expect(html).toContain(`og:image" content="https://prosa.example/a?b&amp;c/social.png"`)
    expect(html).toContain(`<meta property="og:url" content="https://prosa.example/a?b&amp;c/" />`)
  }
  for (const html of formsOf("")) expect(html).toBe(built)
})
