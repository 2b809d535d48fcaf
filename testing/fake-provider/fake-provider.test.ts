import { afterEach, beforeEach, describe, expect, test, vi } from "vitest"
import { openAiAdapter } from "#core/providers/openai/adapter.ts"
import { readStream } from "../read-stream.ts"
import { recordings } from "../recordings.ts"
import { type AnswerSummary, summarizeAnswer } from "../summarize-answer.ts"
import { fixture } from "../wire-file.ts"
import { type FakeProvider, startFakeProvider } from "./fake-provider.ts"
import { cutAfter, endAfter, errorEventAfter, resetAfter, sliced, slowHeaders, stallAfter } from "./faults.ts"
import { emptyStreamReply, errorReply, fileReply, htmlReply, textReply } from "./replies.ts"
import { every, likeAModel } from "./timing.ts"
import { usagePlaces } from "./usage-place.ts"

let provider: FakeProvider
beforeEach(async () => {
  provider = await startFakeProvider()
})
afterEach(() => provider.close())

const call = { model: "gpt-4o", stream: true, stream_options: { include_usage: true }, messages: [] }

function post(body: object = call, signal?: AbortSignal): Promise<Response> {
  return fetch(`${provider.url}/v1/chat/completions`, {
    method: "POST",
    body: JSON.stringify(body),
    signal: signal ?? null,
  })
}

/** The stream as far as it came, and whether the connection failed. */
async function read(
  response: Response,
): Promise<AnswerSummary & { readonly broken: boolean; readonly bytes: Uint8Array }> {
  const pieces: Uint8Array[] = []
  let broken = false
  try {
    for await (const piece of response.body ?? []) pieces.push(piece)
  } catch {
    broken = true
  }
  return { ...summarizeAnswer(readStream(openAiAdapter, pieces)), broken, bytes: Buffer.concat(pieces) }
}

describe("the fake provider", () => {
  test("answers streamed or whole, as asked, and keeps what it was asked", async () => {
    provider.script(textReply("Olá, ação 💎!", { chunks: 5, usage: { inputUncached: 3, output: 4 } }))
    const streamed = await read(await post())
    expect(streamed).toMatchObject({ text: "Olá, ação 💎!", finish: "stop", usage: { inputUncached: 3, output: 4 } })
    const whole = await (await post({ model: "gpt-4o", messages: [] })).json()
    expect(summarizeAnswer(openAiAdapter.decodeReply(whole))).toMatchObject({
      text: "Olá, ação 💎!",
      usage: { output: 4 },
    })
    expect(provider.requests.map(({ path, json }) => [path, json["stream"]])).toEqual([
      ["/v1/chat/completions", true],
      ["/v1/chat/completions", undefined],
    ])
    await expect(provider.requests[0]?.ended).resolves.toMatchObject({ finished: true })
  })

  test("follows a list of replies, one for each request", async () => {
    provider.script([errorReply(429, "slow down", { retryAfter: 2 }), htmlReply(200), textReply("a")])
    const first = await post()
    expect([first.status, first.headers.get("retry-after")]).toEqual([429, "2"])
    const second = await post()
    expect([second.status, second.headers.get("content-type")]).toEqual([200, "text/html"])
    expect((await read(await post())).text).toBe("a")
    expect((await post()).status).toBe(500)
  })

  test.each(usagePlaces)("tells the same usage in another place: %s", async (usagePlace) => {
    provider.script(textReply("uma frase qualquer", { usagePlace, usage: { inputUncached: 7, output: 100 } }))
    const answer = await read(await post())
    expect(answer).toMatchObject({ text: "uma frase qualquer", finish: "stop", endings: 1 })
    expect(answer.usage?.output).toBe(usagePlace === "missing" ? undefined : 100)
  })

  test("breaks off as told: cut, reset, ended early", async () => {
    const long = textReply("palavra ".repeat(50), { chunks: 50 })
    for (const fault of [cutAfter, resetAfter]) {
      provider.script(fault(long, 2_000))
      expect(await read(await post())).toMatchObject({ broken: true, failure: { kind: "upstream-cut" } })
    }
    provider.script(endAfter(long, 2_000))
    const ended = await read(await post())
    expect(ended).toMatchObject({ broken: false, failure: { kind: "upstream-cut" } })
    expect(ended.bytes).toHaveLength(2_000)
    provider.script(emptyStreamReply())
    expect(await read(await post())).toMatchObject({ broken: false, failure: { kind: "empty-answer" } })
    provider.script(errorEventAfter(long, 2_000, "overloaded"))
    expect(await read(await post())).toMatchObject({ failure: { kind: "upstream", message: "overloaded" } })
  })

  test("cuts inside a character, and slices into single bytes without harm", async () => {
    const accented = textReply("ã".repeat(100), { chunks: 1 })
    provider.script(accented)
    const whole = await read(await post())
    const insideCharacter = Buffer.from(whole.bytes).indexOf("ã") + 1
    provider.script(cutAfter(accented, insideCharacter))
    expect(await read(await post())).toMatchObject({ text: "", broken: true })
    provider.script(sliced(accented, 1))
    expect((await read(await post())).text).toBe("ã".repeat(100))
  })

  test("stalls until the client leaves, and knows that it did", async () => {
    provider.script(stallAfter(textReply("a b c d", { chunks: 4 }), 300))
    const stop = new AbortController()
    const response = await post(call, stop.signal)
    await response.body?.getReader().read()
    stop.abort()
    expect((await provider.requests[0]?.ended)?.finished).toBe(false)
  })

  test("lets the client wait for headers and between pieces, and no longer than the client stays", async () => {
    provider.script(slowHeaders(textReply("a", { timing: every(5) }), 30))
    expect((await read(await post())).text).toBe("a")
    provider.script(slowHeaders(textReply("a"), 60_000))
    const stop = new AbortController()
    const asking = post(call, stop.signal).catch((error: unknown) => error)
    await vi.waitFor(() => expect(provider.requests).toHaveLength(2), { timeout: 30_000 })
    stop.abort()
    expect(await asking).toHaveProperty("name", "AbortError")
    await expect(provider.requests[1]?.ended).resolves.toMatchObject({ finished: false })
  })

  test("stamps each chunk with the monotonic clock, which readers ignore", async () => {
    provider.script(textReply("a b c d", { chunks: 4, stamped: true }))
    const { text, bytes } = await read(await post())
    const stamps = [
      ...Buffer.from(bytes)
        .toString()
        .matchAll(/"stamp":"(\d+)"/g),
    ].map(([, ns]) => BigInt(ns ?? 0))
    expect(text).toBe("a b c d")
    expect(stamps.length).toBeGreaterThanOrEqual(6)
    expect(stamps).toEqual(stamps.toSorted((a, b) => (a < b ? -1 : 1)))
    expect(process.hrtime.bigint() - (stamps.at(-1) ?? 0n)).toBeLessThan(5_000_000_000n)
  })

  const paths = ["azure/chat-cached-exceeds-prompt.sse", "alibaba/text-cumulative.sse", "google/thoughts.sse"]
  test.each([...paths.map(fixture), ...recordings(...paths)])("replays $name byte for byte", async (file) => {
    provider.script(fileReply(file))
    expect(Buffer.compare((await read(await post())).bytes, file.read())).toBe(0)
  })

  test("replays a refusal with its status", async () => {
    provider.script(fileReply(fixture("openai/error-auth-401.json"), 401))
    expect((await post()).status).toBe(401)
  })
})

describe("timing", () => {
  test("like a model is the same for the same seed, and plausible", () => {
    const draw = (seed: number) => {
      const waits = likeAModel(seed)()
      return Array.from({ length: 500 }, () => waits.next().value)
    }
    expect(draw(7)).toEqual(draw(7))
    expect(draw(7)).not.toEqual(draw(8))
    const [first = 0, ...between] = draw(7)
    expect(first).toBeGreaterThan(80)
    expect(first).toBeLessThan(2_000)
    expect(between.filter((ms) => ms === 0).length).toBeGreaterThan(50)
  })
})
