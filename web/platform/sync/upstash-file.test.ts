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
    expect(await upstashFile(access, async () => response.clone(), Date.now).read()).toEqual({
      type: "trouble",
      trouble,
    })
  },
)

test("only a store without a count has no file; one of no chunks is a file that is empty", async () => {
  const fileOf = (count: unknown) =>
    upstashFile(
      access,
      async (path) => Response.json({ result: path.includes("chunk-count") ? count : null }),
      Date.now,
    )
  expect(await fileOf(null).read()).toEqual({ type: "absent", tag: { isThere: false } })
  expect(await fileOf("0").read()).toEqual({ type: "read", text: "", tag: { isThere: true } })
})

test("an answer that breaks off is the line's trouble, not the store's", async () => {
  const broken = () =>
    new ReadableStream({
      pull: (controller) => controller.error(new TypeError("the connection ended")),
    })
  const file = upstashFile(access, async () => new Response(broken()), Date.now)
  expect(await file.read()).toEqual({ type: "trouble", trouble: { kind: "network" } })
})

/** A store of values, and what is asked of it. */
function storeOf(values: Map<string, string>) {
  const asked: string[] = []
  const send = async (path: string, init: RequestInit) => {
    const [, command = "", key = ""] = /^\/api\/upstash\/(get|set)\/([^?]*)/.exec(path) ?? []
    asked.push(`${command} ${key}`)
    if (command === "set" && typeof init.body === "string") values.set(key, init.body)
    return Response.json({ result: command === "set" ? "OK" : (values.get(key) ?? null) })
  }
  return { asked, send }
}
const textOf = (nonce: string) => `{"prosa":{"v":1,"w":"${nonce}"}}`

test("what another device wrote is seen in one request, and so is that nobody wrote", async () => {
  const values = new Map<string, string>()
  const { asked, send } = storeOf(values)
  let now = 1_000_000
  const [here, there] = [upstashFile(access, send, () => now), upstashFile(access, send, () => now)]
  const written = await here.write([textOf("one")], "one", { isThere: false })
  const tag = written.type === "written" ? written.tag : undefined
  expect(tag?.etag).toBeTypeOf("string")

  asked.length = 0
  now += 20_000
  expect(await here.read(tag)).toEqual({ type: "unchanged" })
  expect(asked).toEqual(["get maria-last-write"])
  await there.write([textOf("two")], "two", { isThere: true })
  expect(await here.read(tag)).toMatchObject({ type: "read", text: textOf("two") })
})

test("a program that names no write is noticed within five minutes, or whenever the clock was set back", async () => {
  const values = new Map<string, string>()
  let now = 1_000_000
  const file = upstashFile(access, storeOf(values).send, () => now)
  const written = await file.write([textOf("one")], "one", { isThere: false })
  const tag = written.type === "written" ? written.tag : undefined
  values.set("maria-chunk-0", "another program's")
  now += 299_000
  expect(await file.read(tag)).toEqual({ type: "unchanged" })
  now += 2_000
  expect(await file.read(tag)).toMatchObject({ type: "read", text: "another program's" })
  now -= 600_000
  expect(await file.read(tag)).toMatchObject({ type: "read", text: "another program's" })
})

test("while another device writes, what it has written is not taken for known", async () => {
  const values = new Map<string, string>()
  const { send } = storeOf(values)
  const now = () => 1_000_000
  await upstashFile(access, send, now).write([textOf("one")], "one", { isThere: false })
  const other = upstashFile(access, send, now)
  // The other one writes after the name was read, and before the file is.
  let isTurn = true
  const file = upstashFile(
    access,
    async (path, init) => {
      const answer = await send(path, init)
      if (isTurn && path.includes("last-write")) {
        isTurn = false
        await other.write([textOf("two")], "two", { isThere: true })
      }
      return answer
    },
    now,
  )
  const read = await file.read()
  expect(read).toMatchObject({ type: "read", text: textOf("two") })
  expect(await file.read(read.type === "read" ? read.tag : undefined)).toMatchObject({ type: "read" })
})
