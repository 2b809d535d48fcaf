import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { noUsage } from "#core/gateway/usage.ts"
import { microReais } from "#core/lib/micro-reais.ts"
import { startGateway, type TestCode, type TestGateway } from "../../../testing/gateway.ts"
import { createRunRegistry } from "./run-registry.ts"
import { decodeReply, encodeReply, jsonWhole, withFieldIn } from "./whole-reply.ts"

describe("what a provider's bytes are served as", () => {
  let gateway: TestGateway
  let code: TestCode
  beforeAll(async () => {
    gateway = await startGateway({ env: { LIMIT_OPEN_RUNS_PREMIUM: "1" } })
    code = await gateway.code("premium", 10)
  })
  afterAll(() => gateway.stop())

  const page = Buffer.from("<script>alert(1)</script>").toString("base64")
  const forged = [
    ["a page", { $sound: page, type: "text/html" }],
    ["a script", { $sound: page, type: "text/javascript" }],
    ["a header of its own", { $sound: page, type: "text/html\r\nset-cookie: a=b\r\n\r\n<script>" }],
  ] as const
  const paths = ["/api/openai/v1/chat/completions", "/v1/chat/completions"]

  test.each(forged.flatMap(([what, said]) => paths.map((path) => [what, path, said] as const)))(
    "is never %s that its JSON speaks of (%s), and the next answer finds its place free",
    async (_, path, said) => {
      const choices = [{ index: 0, message: { role: "assistant", content: "Oi" }, finish_reason: "stop" }]
      gateway.script({
        status: 200,
        headers: { "content-type": "application/json" },
        pieces: [{ send: Buffer.from(JSON.stringify({ ...said, choices })) }],
      })
      const key = { "idempotency-key": `forged-${JSON.stringify(said)}-${path}`.replace(/[^!-~]/g, "").slice(0, 200) }
      for (const headers of [{}, key, key]) {
        const reply = await gateway.chat(code, {}, { path, headers })
        expect(reply.status).toBe(200)
        expect(reply.headers.get("content-type")).toBe("application/json; charset=utf-8")
        expect(reply.headers.get("x-content-type-options")).toBe("nosniff")
        expect(reply.headers.get("set-cookie")).toBeNull()
        expect(await reply.json()).toMatchObject({ $sound: page })
      }
    },
  )

  test.each([
    ["audio/mpeg", "audio/mpeg"],
    ["AUDIO/X-WAV; rate=1", "audio/wav"],
    ["audio/html", "application/octet-stream"],
    ["audio/svg+xml", "application/octet-stream"],
    ["audio/\u00e9", "application/octet-stream"],
    ["audio/__proto__", "application/octet-stream"],
  ])("is, of sound told as %s, %s and a file in a box", async (told, served) => {
    const sound = Buffer.from("ID3\u0004\u0000<svg onload=alert(1)>\u00ff\u00fb", "latin1")
    const spoken = { status: 200, headers: { "content-type": told }, pieces: [{ send: sound }] }
    gateway.script(spoken)
    const body = JSON.stringify({ model: "tts-1", voice: "alloy", input: "Oi" })
    const headers = { "content-type": "application/json", authorization: `Bearer nk-${code.code}` }
    const ask = (more: object) =>
      fetch(`${gateway.url}/v1/audio/speech`, { method: "POST", body, headers: { ...headers, ...more } })
    const key = { "idempotency-key": `sound-${Buffer.from(told).toString("hex")}` }
    for (const reply of [await ask({}), await ask(key), await ask(key)]) {
      expect([reply.status, reply.headers.get("content-type")]).toEqual([200, served])
      expect(reply.headers.get("content-security-policy")).toContain("sandbox")
      expect(reply.headers.get("content-disposition")).toMatch(/^attachment; filename="resposta\.\w+"$/)
      expect(Buffer.from(await reply.arrayBuffer())).toEqual(sound)
    }
    const { runs } = (await (await fetch(`${gateway.url}/api/runs`, { headers })).json()) as { runs: { id: string }[] }
    const events = await fetch(`${gateway.url}/api/runs/${runs[0]?.id}/events`, { headers })
    expect(events.headers.get("content-type")).toBe(served)
  })

  test("is an error, not a page, where a page comes instead of an answer", async () => {
    for (const type of ["text/html", "image/svg+xml", "image/png", "application/octet-stream"]) {
      gateway.script({ status: 200, headers: { "content-type": type }, pieces: [{ send: Buffer.from("<html>") }] })
      for (const stream of [true, false]) {
        const reply = await gateway.chat(code, { stream })
        expect(reply.status).toBe(502)
        expect(reply.headers.get("content-type")).toContain("application/json")
      }
    }
  })
})

test("a kept reply is what it was, whatever is in it; rows of before are read as they were meant", () => {
  const file = { kind: "file", type: "audio/mpeg", bytes: Buffer.from([1, 2, 3]) } as const
  expect(decodeReply(encodeReply(file).toString())).toEqual(file)
  for (const json of [
    '{"a":1}',
    '{"$sound":"AQID","type":"audio/mpeg"}',
    "file audio/mpeg\nAQID",
    "json\n{}",
    "[]\n",
  ]) {
    expect(decodeReply(encodeReply(jsonWhole(json)).toString())).toEqual(jsonWhole(json))
  }
  expect(decodeReply('{"choices":[]}')).toEqual(jsonWhole('{"choices":[]}'))
  expect(decodeReply('{"$sound":"AQID","type":"audio/mpeg"}')).toEqual(file)
  expect(decodeReply('{"$sound":"AQID","type":"text/html"}')).toMatchObject({ type: "application/octet-stream" })
})

test("a field is added to JSON, every other byte as it came, and to no file", () => {
  const added = (json: string) => withFieldIn(jsonWhole(json), "_meta", { a: 1 }).bytes.toString()
  expect(added('{"text":"ção 💎"}')).toBe('{"text":"ção 💎","_meta":{"a":1}}')
  expect(added("{ \n}\n")).toBe('{ \n"_meta":{"a":1}}\n')
  expect(added('[{"a":1},{"b":2}]')).toBe('[{"a":1},{"b":2,"_meta":{"a":1}}]')
  expect(added('{"a":{} \r\n}')).toBe('{"a":{} \r\n,"_meta":{"a":1}}')
  const file = { kind: "file", type: "audio/mpeg", bytes: Buffer.from("}") } as const
  expect(withFieldIn(file, "_meta", 1)).toBe(file)
})

test("a watcher that throws is dropped and told of; the others hear all, and the place is free again", async () => {
  const failed: unknown[] = []
  const runs = createRunRegistry(() => 0, { onWatcherFailed: (_run, error) => void failed.push(error) })
  const run = runs.create({ id: "run_1", owner: "code:a", model: "m", startedAt: 0, key: undefined, requestHash: "" })
  const heard: string[] = []
  const broken = () => {
    throw new Error("a reader that cannot be told")
  }
  run.watch({ frames: broken, end: broken })
  run.watch({ frames() {}, end: broken })
  run.watch({ frames: (frames) => void heard.push(frames.join("")), end: () => void heard.push("end") })
  run.append([Buffer.from("a")])
  run.append([Buffer.from("b")])
  run.end({ state: "done", usage: noUsage, cost: microReais(0), limitedByBalance: false })
  await run.ended
  expect([heard, failed.length, runs.openCount("code:a", "answer")]).toEqual([["a", "b", "end"], 2, 0])
})
