import { describe, expect, test } from "vitest"
import type { ChatRequest } from "#core/gateway/chat-request.ts"
import { runGone } from "#core/gateway/failure.ts"
import { err, ok } from "#core/lib/result.ts"
import { lazyGateway } from "./load-gateway.ts"
import type { OwnTurn, TurnGateway } from "./turn.ts"

const turn: OwnTurn = {
  sessionId: "s",
  questionId: "q",
  answerId: "a",
  idempotencyKey: "k",
  model: "gpt-5",
  providerName: "OpenAI",
  isOwn: false,
}
const request: ChatRequest = { messages: [], config: { model: "gpt-5", providerName: "OpenAI", stream: true } }
const watch = { signal: new AbortController().signal, showLost: () => {} }
const unreached = err({ kind: "network", unreached: true })

/** A server that takes everything, and the names of what it was asked. */
function server() {
  const asked: string[] = []
  const gateway: TurnGateway = {
    prepare: async () => (asked.push("prepare"), ok(request)),
    ask: async () => (asked.push("ask"), ok({ runId: "r", events: (async function* () {})() })),
    rejoin: async () => (asked.push("rejoin"), err(runGone)),
    stop: async (_turn, run) => (asked.push(`stop ${run}`), "stopped"),
    acknowledge: async (_turn, run, isPart) => (asked.push(`acknowledge ${run}`), isPart),
  }
  return { asked, gateway }
}

describe("a gateway whose code is fetched when it is needed", () => {
  test("passes every call on", async () => {
    const { asked, gateway } = server()
    const lazy = lazyGateway(async () => gateway)
    expect(await lazy.prepare(turn)).toEqual(ok(request))
    expect(await lazy.ask(turn, request, watch)).toMatchObject(ok({ runId: "r" }))
    expect(await lazy.rejoin(turn, watch)).toEqual(err(runGone))
    expect(await lazy.stop(turn, "r")).toBe("stopped")
    expect(await lazy.acknowledge(turn, "r", true)).toBe(true)
    expect(asked).toEqual(["prepare", "ask", "rejoin", "stop r", "acknowledge r"])
  })

  test("says that the server was not reached where its code cannot be fetched, and throws nothing", async () => {
    const lazy = lazyGateway(() => Promise.reject(new TypeError("Failed to fetch")))
    expect(await lazy.prepare(turn)).toEqual(unreached)
    expect(await lazy.ask(turn, request, watch)).toEqual(unreached)
    expect(await lazy.rejoin(turn, watch)).toEqual(unreached)
    expect(await lazy.stop(turn, "r")).toBe("unreachable")
    expect(await lazy.acknowledge(turn, "r", true)).toBe(false)
  })

  test("fetches it again with the next call", async () => {
    const { gateway } = server()
    let tries = 0
    const lazy = lazyGateway(async () => {
      tries += 1
      if (tries === 1) throw new TypeError("Failed to fetch")
      return gateway
    })
    expect(await lazy.prepare(turn)).toEqual(unreached)
    expect(await lazy.prepare(turn)).toEqual(ok(request))
  })
})
