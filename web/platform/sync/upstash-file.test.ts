import { expect, test } from "vitest"
import { upstashFile } from "./upstash-file.ts"

const access = { endpoint: "https://a.upstash.io", username: "maria", apiKey: "secret" }
const fromStorage = { "x-upstream-status": "500" }

test.each([
  [
    "no JSON",
    new Response("<h1>\nBem-vindo</h1>"),
    { kind: "not-a-store", text: "Upstash API Error <h1> Bem-vindo</h1>" },
  ],
  ["no value", new Response('{"ok":true}'), { kind: "not-a-store", text: 'Upstash API Error {"ok":true}' }],
  [
    "an error of its own",
    new Response("", { status: 500, headers: fromStorage }),
    { kind: "status", status: 500, text: "Upstash API Error 500" },
  ],
  ["a refusal", new Response("", { status: 401, headers: fromStorage }), { kind: "refused" }],
] as const)(
  "a store that answers with %s is told of by the name that its users have always read",
  async (_name, response, trouble) => {
    expect(await upstashFile(access, async () => response.clone()).read()).toEqual({ type: "trouble", trouble })
  },
)

test("only a store without a count has no file; one of no chunks is a file that is empty", async () => {
  const fileOf = (result: unknown) => upstashFile(access, async () => Response.json({ result }))
  expect(await fileOf(null).read()).toEqual({ type: "absent", tag: { isThere: false } })
  expect(await fileOf("0").read()).toEqual({ type: "read", text: "", tag: { isThere: true } })
})

test("an answer that breaks off is the line's trouble, not the store's", async () => {
  const broken = () =>
    new ReadableStream({
      pull: (controller) => controller.error(new TypeError("the connection ended")),
    })
  const file = upstashFile(access, async () => new Response(broken()))
  expect(await file.read()).toEqual({ type: "trouble", trouble: { kind: "network" } })
})
