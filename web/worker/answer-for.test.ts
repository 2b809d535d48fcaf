import { expect, test } from "vitest"
import { screenPaths } from "#core/screens/screens.ts"
import { answererOf, isWhole } from "./answer-for.ts"

const origin = "https://prosa.example"
const get = (path: string, facts: { method?: string; opensPage?: boolean; isAuthorized?: boolean } = {}) =>
  answererOf({
    method: "GET",
    opensPage: false,
    isAuthorized: false,
    ...facts,
    url: new URL(path, origin),
    origin,
  })

test("every screen is the stored page, whatever its query, except for what others have shared", () => {
  const paths = Object.values(screenPaths).filter((path) => !path.includes(":"))
  expect(paths.map((path) => get(`${path}?c=1&code=nk-2`, { opensPage: true }))).toEqual(paths.map(() => "page"))
  expect(get("/artifacts/abc", { opensPage: true })).toBe("network")
  expect(get("/nowhere", { opensPage: true })).toBe("network")
})

test.each([
  "/assets/app-b5FEfHu3.js",
  "/google-fonts/noto-sans-latin-400-normal-abc.woff2",
  "/prompts.json",
  "/masks.json",
  "/plugins.json",
  "/plugins/brasil.json",
  "/manifest.webmanifest",
  "/favicon.svg",
  "/icon-192.png",
])("%s is a file of the build", (path) => expect(get(path)).toBe("file"))

test.each([
  "/api/config",
  "/api/openai/v1/chat/completions",
  "/v1/models",
  "/frames/mermaid.html",
  "/artifacts/abc",
  "/healthz",
  "/metrics",
  "/service-worker.js",
  "/assets/app.js?code=nk-1",
  "/assets/../api/config",
  "//elsewhere.example/assets/app.js",
  "https://elsewhere.example/assets/app.js",
  "/plugins/more/calls.json",
])("%s always goes to the server", (path) => expect(get(path)).toBe("network"))

test("what is no plain GET goes to the server", () => {
  expect(get("/chat", { method: "POST", opensPage: true })).toBe("network")
  expect(get("/assets/app.js", { method: "HEAD" })).toBe("network")
  expect(get("/assets/app.js", { isAuthorized: true })).toBe("network")
})

test("only a reply of status 200 and the promised type is stored", () => {
  const reply = (contentType: string, facts: { status?: number; type?: string; redirected?: boolean } = {}) =>
    ({
      status: 200,
      type: "basic",
      redirected: false,
      ...facts,
      headers: new Headers({ "content-type": contentType }),
    }) as Response
  expect(isWhole("/assets/a.js", reply("text/javascript; charset=utf-8"))).toBe(true)
  expect(isWhole("/", reply("text/html; charset=utf-8"))).toBe(true)
  expect(isWhole("/assets/a.js", reply("text/html; charset=utf-8"))).toBe(false)
  expect(isWhole("/assets/a.css", reply("text/javascript"))).toBe(false)
  expect(isWhole("/assets/a.unknown", reply("text/javascript"))).toBe(false)
  expect(isWhole("/assets/a.js", reply("text/javascript", { status: 206 }))).toBe(false)
  expect(isWhole("/assets/a.js", reply("text/javascript", { redirected: true }))).toBe(false)
  expect(isWhole("/assets/a.js", reply("text/javascript", { type: "opaque" }))).toBe(false)
})
