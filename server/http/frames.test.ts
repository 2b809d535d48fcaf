import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, expect, test } from "vitest"
import { answerFromSite } from "./site-routes.ts"
import { loadStaticSite } from "./static-site.ts"

const folder = mkdtempSync(join(tmpdir(), "prosa-frames-"))
mkdirSync(join(folder, "frames/mermaid-1.0.0"), { recursive: true })
for (const name of ["index.html", "frames/mermaid.html", "frames/mermaid-1.0.0/mermaid.mjs"])
  writeFileSync(join(folder, name), "x")
const site = loadStaticSite(folder)
afterAll(() => rmSync(folder, { recursive: true }))

const headersOf = (path: string) =>
  answerFromSite(site, path, { acceptEncoding: "", publicUrl: "https://prosa.example" })?.headers ?? {}

test("what is below /frames runs without an origin, without network, in nobody's page but ours", () => {
  const policy = headersOf("/frames/mermaid.html")["content-security-policy"] ?? ""
  expect(policy).toMatch(/^sandbox allow-scripts;/)
  expect(policy).not.toContain("allow-same-origin")
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain("connect-src 'none'")
  expect(policy).toContain("frame-ancestors 'self'")
  expect(policy).toMatch(/script-src 'self'(;|$)/)
})

test("a page that was built for an application may embed it from where it lies, when it is on the list", () => {
  const appOrigins = ["https://app.example", "tauri://localhost"]
  const headers = answerFromSite(site, "/frames/mermaid.html", { acceptEncoding: "", appOrigins })?.headers ?? {}
  expect(headers["content-security-policy"]).toMatch(
    /frame-ancestors 'self' https:\/\/app\.example tauri:\/\/localhost$/,
  )
})

test("its modules may be asked for by a frame without an origin, and are kept", () => {
  const headers = headersOf("/frames/mermaid-1.0.0/mermaid.mjs")
  expect(headers["content-type"]).toContain("text/javascript")
  expect(headers["access-control-allow-origin"]).toBe("*")
  expect(headers["cross-origin-resource-policy"]).toBe("cross-origin")
  expect(headers["cache-control"]).toContain("immutable")
})

test("the page itself is no frame's", () => {
  expect(headersOf("/")).not.toHaveProperty("content-security-policy")
  expect(headersOf("/frames/unknown.html")).not.toHaveProperty("access-control-allow-origin")
})
