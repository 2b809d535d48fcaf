import { get, type IncomingMessage } from "node:http"
import type { JsonObject } from "#core/providers/json.ts"
import { afterAll, beforeAll, expect, test } from "vitest"
import type { ChatEvent } from "#core/gateway/chat-event.ts"
import type { RecordedRequest } from "./fake-provider/fake-provider.ts"
import { answerReply } from "./fake-provider/replies.ts"
import type { FakeReply } from "./fake-provider/reply.ts"
import { seeded, type Timing } from "./fake-provider/timing.ts"
import { readJson, startGateway, type TestCode, type TestGateway } from "./gateway.ts"

let gateway: TestGateway
let code: TestCode
let authorization: { readonly authorization: string }
beforeAll(async () => {
  gateway = await startGateway()
  code = await gateway.code("premium", 100)
  authorization = { authorization: `Bearer nk-${code.code}` }
})
afterAll(() => gateway.stop())

/** Far more than the buffers of a connection take, in 1 200 pieces: each says a word, in a frame of ten thousand bytes. */
const random = seeded(7)
const pieces = 1_200
const words = Array.from({ length: pieces }, () => random().toString(36).slice(2, 6))
const padding = Array.from({ length: 1_250 }, () => random().toString(36).slice(2, 10)).join("")
const text = words.join("")

function padded(reply: (request: RecordedRequest) => FakeReply): (request: RecordedRequest) => FakeReply {
  const wide = (send: Uint8Array) =>
    Buffer.from(Buffer.from(send).toString().replace("data: {", `data: {"wide":"${padding}",`))
  return (request) => {
    const whole = reply(request)
    return { ...whole, pieces: whole.pieces.map((piece) => ("send" in piece ? { send: wide(piece.send) } : piece)) }
  }
}

/** Asks under a key and reads nothing but the head. */
async function ask(key: string, timing: Timing): Promise<{ readonly runId: string; readonly response: Response }> {
  const said = words.map((word): ChatEvent => ({ type: "text-delta", text: word }))
  gateway.script(padded(answerReply([...said, { type: "finish", reason: "stop" }], { timing })))
  const response = await gateway.chat(code, { stream: true }, { headers: { "idempotency-key": key } })
  return { runId: response.headers.get("x-run-id")!, response }
}

async function lookAt(runId: string): Promise<JsonObject> {
  return readJson(await fetch(`${gateway.url}/api/runs/${runId}`, { headers: authorization }))
}

/** The run's stream after a frame, opened and not yet read. */
function openEvents(runId: string, after: number): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    get(`${gateway.url}/api/runs/${runId}/events?after=${after}`, { headers: authorization }, resolve).once(
      "error",
      reject,
    )
  })
}

/** All that comes, and whether the connection held to the end. */
async function readOn(
  stream: AsyncIterable<Uint8Array>,
): Promise<{ readonly frames: readonly string[]; readonly held: boolean }> {
  const bytes: Uint8Array[] = []
  let held = true
  try {
    for await (const some of stream) bytes.push(some)
  } catch {
    held = false
  }
  const parts = Buffer.concat(bytes)
    .toString()
    .split(/(?<=\n\n)/)
  return { frames: parts.filter((part) => part.endsWith("\n\n") && !part.startsWith(":")), held }
}

function textOf(frames: readonly string[]): string {
  const payloads = frames.map((frame) => /^data: (\{.*\})$/m.exec(frame)?.[1]).filter((json) => json !== undefined)
  return payloads.map((json) => (JSON.parse(json) as Chunk).choices[0]?.delta?.content ?? "").join("")
}

interface Chunk {
  readonly choices: readonly { readonly delta?: { readonly content?: string } }[]
}

test("a reader that takes nothing is let go, holds nobody up, and reads the rest when it comes back", async () => {
  const { runId, response } = await ask("takes-nothing", function* () {
    for (let at = 0; ; at++) yield at % 40 === 0 ? 5 : 0
  })
  await expect.poll(() => lookAt(runId), { timeout: 20_000 }).toMatchObject({ state: "done" })
  const first = await readOn(response.body!)
  expect(first.held).toBe(false)
  const rest = await readOn(await openEvents(runId, first.frames.length))
  expect(rest.held).toBe(true)
  expect(textOf([...first.frames, ...rest.frames])).toBe(text)
}, 30_000)

test("who comes back in the middle of a long answer gets what it missed as fast as it takes it, and then what comes", async () => {
  const { runId, response } = await ask("comes-back", function* () {
    for (let at = 0; ; at++) yield at < 1_000 ? 0 : 40
  })
  await response.body?.cancel()
  const framesSoFar = async () => Number((await lookAt(runId))["frames"])
  await expect.poll(framesSoFar, { interval: 20, timeout: 10_000 }).toBeGreaterThan(1_000)
  const events = await openEvents(runId, 0)
  // More is said meanwhile than the connection holds.
  const then = await framesSoFar()
  await expect.poll(framesSoFar, { interval: 20, timeout: 10_000 }).toBeGreaterThan(then + 20)
  expect(await lookAt(runId)).toMatchObject({ state: "streaming" })
  const { frames, held } = await readOn(events)
  expect(held).toBe(true)
  expect(textOf(frames)).toBe(text)
  expect(frames.at(-1)).toContain("[DONE]")
}, 30_000)
