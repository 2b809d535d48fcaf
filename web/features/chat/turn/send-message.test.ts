import { describe, expect, test } from "vitest"
import type { ChatEvent } from "#core/gateway/chat-event.ts"
import type { ChatRequest } from "#core/gateway/chat-request.ts"
import type { Failure } from "#core/gateway/failure.ts"
import { err, ok, type Result } from "#core/lib/result.ts"
import type { OpenAnswer } from "../../../platform/gateway-client.ts"
import { resumeAnswer, retryAnswer, sendMessage } from "./send-message.ts"
import type { ChatDeps, OwnTurn } from "./turn.ts"

const asked = { model: "gpt-5", providerName: "OpenAI", isOwn: false }
const turn: OwnTurn = { sessionId: "s", questionId: "q", answerId: "a", ...asked, idempotencyKey: "key-1" }
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
function page(replies: readonly Result<OpenAnswer, Failure>[], more: Partial<ChatDeps> & { stopped?: boolean } = {}) {
  const log: string[] = []
  const rest = [...replies]
  let text = ""
  const { stopped = false, ...tools } = more
  const textIn = (events: readonly ChatEvent[]) =>
    events.map((event) => (event.type === "text-delta" ? event.text : "")).join("")
  const chat: ChatDeps = {
    openTurn: () => (log.push("open"), turn),
    reopenTurn: () => (log.push("reopen"), turn),
    unfinishedTurn: () => undefined,
    storeStrictly: async () => void log.push("store"),
    refusal: () => undefined,
    requestOf: () => request,
    begin: () => ({
      signal: new AbortController().signal,
      runIs: (runId) => log.push(`run ${runId}`),
      runId: () => undefined,
      waitToRetry: async (delayMs) => {
        log.push(`wait ${delayMs}`)
        return !stopped
      },
      showLost: () => {},
      isStopped: () => stopped,
      asksAs: (key) => log.push(`asks as ${key}`),
      over: () => log.push("over"),
    }),
    ask: async ({ idempotencyKey }) => {
      log.push(`ask ${idempotencyKey}`)
      return rest.shift() ?? err(busy)
    },
    rejoin: async () => (log.push("rejoin"), rest.shift() ?? err(busy)),
    askable: () => turn,
    textLength: () => text.length,
    started: () => {},
    resumed: () => log.push("resumed"),
    replayed: (_, events) => {
      text = textIn(events)
      log.push(`replayed ${text}`)
    },
    arrived: (_, events) => {
      text += textIn(events)
      log.push(...events.map((event) => (event.type === "finish" ? event.reason : event.type)))
    },
    callsTools: () => false,
    runTools: async () => undefined,
    ended: () => log.push("ended"),
    failed: (_, failure) => log.push(`failed ${failure.kind}`),
    interrupted: () => log.push("interrupted"),
    acknowledge: async () => void log.push("acknowledge"),
    remember: async () => void log.push("name"),
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
      "acknowledge",
      "over",
      "name",
    ])
  })

  test("asks nobody when the message may not be sent", async () => {
    const refusal = (): Failure => ({ kind: "message-too-long", characters: 20_001, limit: 20_000 })
    const { chat, log } = page([], { refusal })
    await sendMessage("s", "Oi", chat)
    expect(log).toEqual(["open", "failed message-too-long", "acknowledge", "over", "name"])
  })

  test("tries a busy server again after 5 s under the same key, once", async () => {
    const { chat, log } = page([err(busy), err(busy)])
    await sendMessage("s", "Oi", chat)
    expect(log.slice(0, 6)).toEqual(["open", "store", "ask key-1", "wait 5000", "ask key-1", "failed upstream"])
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
    expect(log.slice(-5)).toEqual(["aborted", "ended", "acknowledge", "over", "name"])
  })
})

describe("a failure told inside the stream", () => {
  const busyInside = answering([{ type: "failure", failure: busy }])

  test("is tried again like one told by a status, as long as no word has come", async () => {
    const { chat, log } = page([busyInside, answering(hello)])
    await sendMessage("s", "Oi", chat)
    expect(log.filter((line) => /^(ask|wait|failed|ended)/.test(line))).toEqual([
      "ask key-1",
      "wait 5000",
      "ask key-1",
      "ended",
    ])
  })

  test("ends the answer after the first word", async () => {
    const { chat, log } = page([
      answering([
        { type: "text-delta", text: "Olá" },
        { type: "failure", failure: busy },
      ]),
    ])
    await sendMessage("s", "Oi", chat)
    expect(log.filter((line) => line.startsWith("ask"))).toHaveLength(1)
    expect(log).toContain("failed upstream")
  })

  test("leaves an answer interrupted when it is a connection lost for good", async () => {
    const lost: ChatEvent = { type: "failure", failure: { kind: "network" } }
    const { chat, log } = page([answering([{ type: "text-delta", text: "Olá" }, lost])])
    await sendMessage("s", "Oi", chat)
    expect(log).toContain("interrupted")
    expect(log).not.toContain("ended")
  })

  const dead: ChatEvent = { type: "failure", failure: { kind: "http", status: 404, message: "" } }

  test("keeps what arrived when its server died before it had kept a word, in no words of ours", async () => {
    const { chat, log } = page([answering([{ type: "text-delta", text: "Olá" }, dead])])
    await sendMessage("s", "Oi", chat)
    expect(log).toContain("interrupted")
    expect(log.filter((line) => /^(failed|ended)/.test(line))).toEqual([])
  })

  test("is asked for anew under the same key when its server died before a word arrived", async () => {
    const { chat, log } = page([answering([dead]), answering(hello)])
    await sendMessage("s", "Oi", chat)
    expect(log.filter((line) => /^(ask|failed|ended)/.test(line))).toEqual(["ask key-1", "ask key-1", "ended"])
  })
})

describe("an answer whose end was not seen", () => {
  const gone = err<Failure>({ kind: "http", status: 404, message: "" })
  const unfinished = (replies: Parameters<typeof page>[0], known = 0) => {
    const made = page(replies, { unfinishedTurn: () => ({ ...turn, runId: "run-1" }) })
    return { ...made, chat: { ...made.chat, textLength: () => known } }
  }

  test("is made anew from its run, without being asked again", async () => {
    const { chat, log } = unfinished([answering(hello)])
    expect(await resumeAnswer("s", "a", chat)).toBe(true)
    expect(log).toEqual([
      "resumed",
      "rejoin",
      "run run-1",
      "replayed Olá",
      "stop",
      "ended",
      "acknowledge",
      "over",
      "name",
    ])
  })

  test("keeps what is here when its run is gone", async () => {
    const { chat, log } = unfinished([gone], 3)
    expect(await resumeAnswer("s", "a", chat)).toBe(false)
    expect(log.slice(0, 3)).toEqual(["resumed", "rejoin", "interrupted"])
  })

  test("is asked for under the same key when the server never heard of it", async () => {
    const { chat, log } = unfinished([gone, answering(hello)])
    await resumeAnswer("s", "a", chat)
    expect(log.filter((line) => /^(rejoin|ask|ended)/.test(line))).toEqual(["rejoin", "ask key-1", "ended"])
  })

  test("is asked for anew by who presses for it, once its run is gone", async () => {
    const { chat, log } = unfinished([gone, answering(hello)], 3)
    await retryAnswer("s", "a", chat)
    expect(log.filter((line) => /^(rejoin|interrupted|reopen|ask)/.test(line))).toEqual([
      "rejoin",
      "interrupted",
      "reopen",
      "ask key-1",
    ])
  })
})

test("asking again goes the same way", async () => {
  const { chat, log } = page([answering(hello)])
  await retryAnswer("s", "a", chat)
  expect(log.slice(0, 3)).toEqual(["reopen", "store", "ask key-1"])
})

describe("tools", () => {
  const calling: readonly ChatEvent[] = [{ type: "finish", reason: "tool-calls" }]

  test("asks on with what the tools have said until the model has no more calls, under a key for each round", async () => {
    let calls = 2
    const { chat, log } = page([answering(calling), answering(calling), answering(hello)], {
      callsTools: () => calls > 0,
      runTools: async (before) => {
        calls--
        return { ...turn, idempotencyKey: `${before.idempotencyKey}+` }
      },
    })
    await sendMessage("s", "Oi", chat)
    expect(log.filter((line) => /^(ask |ended|acknowledge)/.test(line))).toEqual([
      "ask key-1",
      "ask key-1+",
      "ask key-1++",
      "ended",
      "acknowledge",
    ])
  })

  test("does not ask on when it was stopped while a tool ran", async () => {
    const { chat, log } = page([answering(calling)], { callsTools: () => true, runTools: async () => undefined })
    await sendMessage("s", "Oi", chat)
    expect(log.filter((line) => line.startsWith("ask "))).toEqual(["ask key-1"])
  })

  test("goes on with the tools after a reload in the middle of them, without following the run again", async () => {
    let calls = 1
    const { chat, log } = page([answering(hello)], {
      unfinishedTurn: () => turn,
      callsTools: () => calls > 0,
      runTools: async () => (calls--, { ...turn, idempotencyKey: "key-1.2" }),
    })
    expect(await resumeAnswer("s", "a", chat)).toBe(true)
    expect(log).not.toContain("rejoin")
    expect(log).toContain("ask key-1.2")
  })
})
