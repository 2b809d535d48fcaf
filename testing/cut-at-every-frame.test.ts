import { afterAll, beforeAll, expect, test } from "vitest"
import { textReply } from "./fake-provider/replies.ts"
import { every } from "./fake-provider/timing.ts"
import { startProsa } from "../e2e/support/prosa.ts"
import { startGateway, type TestCode, type TestGateway, unlimited } from "./gateway.ts"

/** A long answer, with characters of one to four bytes. */
const text = "Não há palavra que se perca: 🧶 fio a fio, nó a nó. ".repeat(20)
const chunks = 150

let gateway: TestGateway
let code: TestCode
/** Where runs are asked for: a later server on the same data, once there is one. */
let url: string
beforeAll(async () => {
  gateway = await startGateway()
  url = gateway.url
  code = await gateway.code("premium", 100)
})
afterAll(() => gateway.stop())

/** Two ways to say what one has already. */
const resumes = [
  (runId: string, after: number) => events(runId, `?after=${after}`),
  (runId: string, after: number) => events(runId, "", { "last-event-id": String(after) }),
]

function events(runId: string, query: string, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
  const authorization = `Bearer nk-${code.code}`
  return fetch(`${url}/api/runs/${runId}/events${query}`, { headers: { authorization, ...headers } })
}

/** Reads so many whole frames and cuts the connection there; fewer when the stream ends. Comments are no frames. */
async function readFrames(response: Response, most: number): Promise<readonly string[]> {
  const frames: string[] = []
  let rest = ""
  const decoder = new TextDecoder()
  for await (const bytes of response.body!) {
    const parts = (rest + decoder.decode(bytes, { stream: true })).split(/(?<=\n\n)/)
    rest = parts.at(-1)?.endsWith("\n\n") ? "" : (parts.pop() ?? "")
    frames.push(...parts.filter((part) => part !== "" && !part.startsWith(":")))
    if (frames.length >= most) break
  }
  return frames.slice(0, most)
}

/** Asks under a key; the answer takes so many ms a chunk. */
async function ask(key: string, gapMs: number): Promise<{ readonly runId: string; readonly whole: Promise<string> }> {
  gateway.script(textReply(text, { chunks, timing: every(gapMs) }))
  const headers = { "idempotency-key": key, "x-request-meta": JSON.stringify({ session: "chat-7" }) }
  const response = await gateway.chat(code, { stream: true }, { headers })
  return {
    runId: response.headers.get("x-run-id")!,
    whole: readFrames(response, Infinity).then((frames) => frames.join("")),
  }
}

/** Comes back after each cut, until the stream has said its last. */
async function readInSteps(runId: string, stepOf: (cut: number) => number): Promise<readonly string[]> {
  const frames: string[] = []
  for (let cut = 0; ; cut++) {
    const step = stepOf(cut)
    const more = await readFrames(await resumes[cut % 2]!(runId, frames.length), step)
    frames.push(...more)
    if (more.length < step) return frames
  }
}

test.each([
  ["one frame at a time", () => 1],
  ["by ones, twos and sevens", (cut: number) => [1, 2, 7][cut % 3]!],
])("cut while it streams and resumed, %s, an answer is the same to the byte", async (name, stepOf) => {
  const { runId, whole } = await ask(`in-steps-${name.length}`, 4)
  let resumedWhileStreaming = 0
  let ended = false
  void whole.then(() => (ended = true))
  const frames = await readInSteps(runId, (cut) => {
    if (!ended) resumedWhileStreaming++
    return stepOf(cut)
  })
  expect(frames.join("")).toBe(await whole)
  expect(frames.length).toBeGreaterThan(chunks / 2)
  expect(resumedWhileStreaming).toBeGreaterThan(10)
})

test("cut at any frame and resumed after the end, the rest is the same to the byte", async () => {
  const { runId, whole } = await ask("after-the-end", 0)
  const all = (await whole).split(/(?<=\n\n)/)
  expect(all.length).toBeGreaterThan(chunks / 2)
  for (let after = 0; after <= all.length; after++) {
    const rest = await readFrames(await resumes[after % 2]!(runId, after), Infinity)
    expect(rest.join("")).toBe(all.slice(after).join(""))
  }
})

test("cut by a server that dies after the end, the rest is the same to the byte from the next one", async () => {
  const { runId, whole } = await ask("another-server", 0)
  const all = (await whole).split(/(?<=\n\n)/)
  const before = await gateway.balance(code)
  await gateway.prosa.kill()
  const next = await startProsa({ dataDir: gateway.prosa.dataDir, env: unlimited })
  url = next.url
  for (let after = 0; after <= all.length; after += 3) {
    const rest = await readFrames(await resumes[after % 2]!(runId, after), Infinity)
    expect(rest.join("")).toBe(all.slice(after).join(""))
  }
  const byKey = await fetch(`${url}/api/runs/another-server`, { headers: { authorization: `Bearer nk-${code.code}` } })
  expect(await byKey.json()).toMatchObject({ id: runId, state: "done", session: "chat-7" })
  const headers = { "idempotency-key": "another-server" }
  const again = await gateway.chat(code, { stream: true }, { headers, server: url })
  expect([again.headers.get("idempotent-replay"), again.headers.get("x-run-id")]).toEqual(["true", runId])
  expect((await readFrames(again, Infinity)).join("")).toBe(all.join(""))
  expect(await gateway.balance(code)).toEqual(before)
  await next.stop()
})
