import { afterEach, beforeEach, describe, expect, test, vi } from "vitest"
import type { ChatEvent } from "#core/gateway/chat-event.ts"
import type { ChatRequest } from "#core/gateway/chat-request.ts"
import { err } from "#core/lib/result.ts"
import { openAiAdapter } from "#core/providers/openai/adapter.ts"
import { callGateway, type NewCall } from "./gateway-call.ts"
import { neverReconnect } from "./reconnect-policy.ts"

const adapters = vi.hoisted(() => ({ load: async (): Promise<unknown> => undefined }))
vi.mock("#core/providers/load-adapter.ts", () => ({ loadAdapter: () => adapters.load() }))

const unreached = err({ kind: "network", unreached: true })
const request: ChatRequest = {
  messages: [{ role: "user", content: "Oi" }],
  config: { model: "gpt-5", providerName: "OpenAI", stream: true },
}
const around = { policy: neverReconnect, stalenessChecks: new Set<(silentMs: number) => void>() }

function call(more: Partial<NewCall> = {}): NewCall {
  return { request, headers: {}, signal: new AbortController().signal, idempotencyKey: "key-1", ...more }
}

/** A line on which nothing ever comes back: only the page itself can end a request. */
const deadLine = (_address: unknown, init?: RequestInit) =>
  new Promise<Response>((_resolve, reject) => {
    init?.signal?.addEventListener("abort", () => reject(new DOMException("hung up", "AbortError")))
  })

describe("a provider whose words cannot be fetched", () => {
  test("is asked nothing: its question was not heard, and waits for a connection", async () => {
    const fetched = vi.spyOn(globalThis, "fetch")
    adapters.load = () => Promise.reject(new TypeError("Failed to fetch dynamically imported module"))
    const own = { provider: "anthropic", credentials: { apiKey: "k" } } as const
    expect(await callGateway(call({ own }), around)).toEqual(unreached)
    expect(fetched).not.toHaveBeenCalled()
  })
})

describe("a question on a line where nothing comes back", () => {
  const fetched = vi.fn<typeof deadLine>(deadLine)
  beforeEach(() => {
    vi.useFakeTimers()
    vi.stubGlobal("fetch", fetched.mockClear())
    adapters.load = async () => openAiAdapter
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })

  /** What has come of a call after a time: undefined while it is still waited for. */
  async function after(durationMs: number, asked: NewCall) {
    let answer: unknown
    void callGateway(asked, around).then((came) => (answer = came))
    await vi.advanceTimersByTimeAsync(durationMs)
    return answer
  }

  test("is given up after the time in which the server begins to answer", async () => {
    expect(await after(22_000, call())).toEqual(unreached)
    expect(fetched).toHaveBeenCalledOnce()
  })

  test("has more time the more there is to send", async () => {
    const long = { ...request, messages: [{ role: "user" as const, content: "a".repeat(30_000) }] }
    expect(await after(45_000, call({ request: long }))).toBeUndefined()
    expect(await after(55_000, call({ request: long }))).toEqual(unreached)
  })

  test("is waited for where it cannot be asked twice, or is answered in one piece", async () => {
    const { idempotencyKey: _, ...keyless } = call()
    expect(await after(60_000, keyless)).toBeUndefined()
    const whole = { ...request, config: { ...request.config, stream: false } }
    expect(await after(60_000, call({ request: whole }))).toBeUndefined()
  })
})

describe("an answer that ended after its frames were refused", () => {
  afterEach(() => void vi.unstubAllGlobals())

  const chunk = (words: string) => `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content: words } }] })}\n\n`
  const frames = (from: number, ...parts: readonly string[]) =>
    new Response(parts.map((part, at) => `id: ${from + at}\n${part}`).join(""), {
      headers: { "content-type": "text/event-stream", "x-run-id": "run_1" },
    })
  const status = (more: object) =>
    Response.json({ id: "run_1", model: "gpt-5", state: "done", started: 1, resumable: true, ...more })
  const refused = (code: string, httpStatus: number) =>
    Response.json({ error: { message: "", code } }, { status: httpStatus })
  const patient = { shouldRetry: async () => true, reconnected() {}, received() {} }

  async function follow(...replies: readonly Response[]) {
    adapters.load = async () => openAiAdapter
    const rest = [...replies]
    vi.stubGlobal("fetch", async () => rest.shift() ?? refused("no_such_run", 404))
    const { signal } = new AbortController()
    const answer = await callGateway({ run: "run_1", headers: {}, signal }, { ...around, policy: patient })
    if (!answer.ok) return answer
    const events: ChatEvent[] = []
    for await (const some of answer.value.events) events.push(...some)
    const text = events.map((event) => (event.type === "text-delta" ? event.text : "")).join("")
    return { text, ends: events.filter(({ type }) => type === "finish" || type === "failure") }
  }

  const stop = `data: ${JSON.stringify({ choices: [{ index: 0, delta: {}, finish_reason: "stop" }] })}\n\n`
  const over = "data: [DONE]\n\n"

  test.each([
    ["by a server that another one was at", "already_processing", 400],
    ["by a server that had no room", "too_many_requests", 429],
  ])("%s is read whole", async (_name, code, httpStatus) => {
    const whole = frames(1, chunk("Uma "), chunk("resposta"), stop, over)
    expect(await follow(refused(code, httpStatus), status({ frames: 4 }), whole, status({ frames: 4 }))).toEqual({
      text: "Uma resposta",
      ends: [{ type: "finish", reason: "stop" }],
    })
  })

  test("and has no more to say than is here, has ended", async () => {
    const failed = status({ state: "failed", frames: 0 })
    expect(await follow(refused("upstream_error", 502), failed)).toMatchObject({ text: "" })
  })
})
