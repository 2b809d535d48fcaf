import { describe, expect, test } from "vitest"
import type { ChatEvent } from "#core/gateway/chat-event.ts"
import type { ChatRequest } from "#core/gateway/chat-request.ts"
import type { Failure } from "#core/gateway/failure.ts"
import { err, ok, type Result } from "#core/lib/result.ts"
import type { OpenAnswer } from "../../platform/gateway-client.ts"
import { retryAnswer, sendMessage, type ChatTools, type Turn } from "./send-message.ts"

const turn: Turn = { sessionId: "s", questionId: "q", answerId: "a", model: "gpt-5", idempotencyKey: "key-1" }
const request: ChatRequest = { messages: [], config: { model: "gpt-5", providerName: "OpenAI", stream: true } }
const busy: Failure = { kind: "upstream", status: 503, message: "" }
const hello: readonly ChatEvent[] = [
  { type: "text-delta", text: "Olá" },
  { type: "finish", reason: "stop" },
]

function answering(events: readonly ChatEvent[]): Result<OpenAnswer, Failure> {
  async function* arrive() {
    yield events
  }
  return ok({ runId: "run-1", events: arrive() })
}

/** A page that writes down what happens, with replies in order. */
function page(replies: readonly Result<OpenAnswer, Failure>[], more: Partial<ChatTools> & { stopped?: boolean } = {}) {
  const log: string[] = []
  const rest = [...replies]
  const { stopped = false, ...tools } = more
  const chat: ChatTools = {
    openTurn: () => (log.push("open"), turn),
    reopenTurn: () => (log.push("reopen"), turn),
    storeStrictly: async () => void log.push("store"),
    refusal: () => undefined,
    requestOf: () => request,
    begin: () => ({
      signal: new AbortController().signal,
      runIs: (runId) => log.push(`run ${runId}`),
      waitToRetry: async (delayMs) => {
        log.push(`wait ${delayMs}`)
        return !stopped
      },
      isStopped: () => stopped,
      over: () => log.push("over"),
    }),
    ask: async ({ idempotencyKey }) => {
      log.push(`ask ${idempotencyKey}`)
      return rest.shift() ?? err(busy)
    },
    started: () => {},
    arrived: (_, events) => log.push(...events.map((event) => (event.type === "finish" ? event.reason : event.type))),
    ended: () => log.push("ended"),
    failed: (_, failure) => log.push(`failed ${failure.kind}`),
    nameSession: async () => void log.push("name"),
    ...tools,
  }
  return { chat, log }
}

describe("sending", () => {
  test("stores the question before it asks, and names the conversation after the answer", async () => {
    const { chat, log } = page([answering(hello)])
    await sendMessage("s", "Oi", chat)
    expect(log).toEqual([
      "open",
      "store",
      "ask key-1",
      "run run-1",
      "text-delta",
      "stop",
      "ended",
      "over",
      "store",
      "name",
    ])
  })

  test("asks nobody when the message may not be sent", async () => {
    const refusal = (): Failure => ({ kind: "message-too-long", characters: 20_001, limit: 20_000 })
    const { chat, log } = page([], { refusal })
    await sendMessage("s", "Oi", chat)
    expect(log).toEqual(["open", "failed message-too-long", "over"])
  })

  test("tries a busy server again after 5 s under the same key, once", async () => {
    const { chat, log } = page([err(busy), err(busy)])
    await sendMessage("s", "Oi", chat)
    expect(log).toEqual(["open", "store", "ask key-1", "wait 5000", "ask key-1", "failed upstream", "over"])
  })

  test("tries o3 three times, waiting longer each time", async () => {
    const { chat, log } = page([err(busy), err(busy), err(busy), answering(hello)], {
      openTurn: () => ({ ...turn, model: "o3" }),
    })
    await sendMessage("s", "Oi", chat)
    expect(log.filter((line) => line.startsWith("wait"))).toEqual(["wait 5000", "wait 10000", "wait 15000"])
    expect(log).toContain("ended")
  })

  test.each<Failure>([
    { kind: "network" },
    { kind: "insufficient-balance" },
    { kind: "upstream", status: 500, message: "" },
    { kind: "upstream", status: 400, message: "" },
  ])("does not ask again after %j", async (failure) => {
    const { chat, log } = page([err(failure)])
    await sendMessage("s", "Oi", chat)
    expect(log.filter((line) => line.startsWith("ask"))).toHaveLength(1)
    expect(log).toContain(`failed ${failure.kind}`)
  })

  test("stops trying when the reader stops", async () => {
    const { chat, log } = page([err(busy)], { stopped: true })
    await sendMessage("s", "Oi", chat)
    expect(log.filter((line) => line.startsWith("ask"))).toHaveLength(1)
  })

  test("knows that the reader stopped an answer whose stream ended well", async () => {
    const { chat, log } = page([answering(hello)], { stopped: true })
    await sendMessage("s", "Oi", chat)
    expect(log.slice(-5)).toEqual(["aborted", "ended", "over", "store", "name"])
  })
})

test("asking again goes the same way", async () => {
  const { chat, log } = page([answering(hello)])
  await retryAnswer("s", "a", chat)
  expect(log.slice(0, 3)).toEqual(["reopen", "store", "ask key-1"])
})
