import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, expect, test } from "vitest"
import { answerFromSite } from "./site-routes.ts"
import { loadStaticSite } from "./static-site.ts"

const folder = mkdtempSync(join(tmpdir(), "prosa-frames-"))
mkdirSync(join(folder, "frames/mermaid-1.0.0"), { recursive: true })
for (const name of ["index.html", "frames/artifact.html", "frames/mermaid.html", "frames/mermaid-1.0.0/mermaid.mjs"])
  writeFileSync(join(folder, name), name)
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

test("a page that a model made runs whatever it has, without an origin, and reaches nothing", () => {
  const policy = headersOf("/frames/artifact.html")["content-security-policy"] ?? ""
  const directives = policy.split("; ")
  expect(directives[0]).toBe("sandbox allow-scripts")
  for (const closed of ["default-src", "connect-src", "frame-src", "form-action", "base-uri"])
    expect(directives).toContain(`${closed} 'none'`)
  for (const own of ["img-src data: blob:", "font-src data:", "media-src data: blob:", "worker-src blob:"])
    expect(directives).toContain(own)
  expect(policy).not.toMatch(/https?:(?!\/\/prosa\.example$)|\*|allow-same-origin|allow-popups|allow-top-navigation/)
  expect(directives.at(-1)).toBe("frame-ancestors 'self' https://prosa.example")
})

test.each([
  ["iframe", "frames/artifact.html", 200],
  ["document", "index.html", 404],
  ["empty", "index.html", 404],
  ["object", "index.html", 404],
  ["", "frames/artifact.html", 200],
])("the frame of such pages is there for a frame alone: asked for as '%s' it is %s", (dest, file, status) => {
  const fetchDest = dest === "" ? undefined : dest
  const answer = answerFromSite(site, "/frames/artifact.html", { acceptEncoding: "", fetchDest })
  expect([answer?.status, answer?.body.toString()]).toEqual([status, file])
  expect(answer?.headers["vary"]).toBe("accept-encoding, sec-fetch-dest")
  expect("access-control-allow-origin" in (answer?.headers ?? {})).toBe(status === 200)
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
