import { afterEach, beforeEach, describe, expect, test, vi } from "vitest"
import { createStore } from "zustand/vanilla"
import { openConversations } from "#core/conversation/conversation-state.ts"
import { pendingAnswer, userMessage, type Message } from "#core/conversation/message.ts"
import { applyConversationEvent } from "#core/conversation/session-reducer.ts"
import { newSession } from "#core/conversation/session.ts"
import type { ChatEvent } from "#core/gateway/chat-event.ts"
import type { ChatRequest } from "#core/gateway/chat-request.ts"
import { type Failure, runGone as gone } from "#core/gateway/failure.ts"
import { err, ok, type Result } from "#core/lib/result.ts"
import { defaultModelConfig } from "#core/settings/model-config.ts"
import type { OpenAnswer } from "../../../platform/gateway/gateway-client.ts"
import type { PageTool } from "../../../state/tools.ts"
import { stopTurn } from "./running-turns.ts"
import { resumeTurn, retryAnswer, sendMessage } from "./send-message.ts"
import { turnConversation } from "./turn-conversation.ts"
import type { ChatDeps, ReachingCall, Turn } from "./turn.ts"

const request: ChatRequest = { messages: [], config: { model: "gpt-5", providerName: "OpenAI", stream: true } }
const busy: Failure = { kind: "upstream", status: 503, message: "" }
const text = (words: string): ChatEvent => ({ type: "text-delta", text: words })
const done: ChatEvent = { type: "finish", reason: "stop" }
const failing = (failure: Failure): ChatEvent => ({ type: "failure", failure })

/** The server's reply to a question: a refusal, or a stream of these events, each bunch after the one before. */
type Reply = Failure | readonly (readonly ChatEvent[] | Promise<readonly ChatEvent[]>)[]

/** A conversation with a model, on a real store, and a server that gives its replies in order. */
function openChat({
  replies,
  model = "gpt-5",
  tools = [],
  mayRun = async () => true,
  refusal,
  isStored = true,
  completed = [],
  toldOfPart,
}: {
  readonly replies: readonly Reply[]
  readonly model?: string
  readonly tools?: readonly PageTool[]
  /** The user, asked about a call that reaches beyond the page. */
  readonly mayRun?: (call: ReachingCall, signal: AbortSignal) => Promise<boolean>
  /** Why the page does not send the question at all. */
  readonly refusal?: Failure
  /** Whether the page's storage works. */
  readonly isStored?: boolean
  /** The runs whose servers were taken for dead, and have ended them after all by the time that a part is acknowledged. */
  readonly completed?: readonly string[]
  /** Until when the server leaves a part's acknowledgement without a reply. */
  readonly toldOfPart?: Promise<void>
}) {
  const session = newSession({ id: "s", now: Date.now(), modelConfig: defaultModelConfig, lang: "pt" })
  const store = createStore(() => openConversations({ sessions: [], order: [], currentId: undefined, fresh: session }))
  const messages = () => store.getState().messages["s"] ?? []
  let onDisk: readonly Message[] = []
  const rest = [...replies]
  const server = {
    /** Each time a question was asked: its key, and what of the conversation was on the disk by then. */
    asked: [] as { readonly key: string; readonly onDisk: readonly Message[] }[],
    /** The runs that were followed, and those that were stopped and acknowledged. */
    rejoined: [] as string[],
    stopped: [] as string[],
    acknowledged: [] as string[],
    /** Those of which a part was said to be here. */
    parts: [] as string[],
    /** The calls that the user was asked about. */
    consents: [] as ReachingCall[],
    /** Titles and summaries were looked after so many times; so many answers have ended. */
    turnsOver: 0,
    answersEnded: 0,
  }
  const reply = (): Result<OpenAnswer, Failure> => {
    const next = rest.shift() ?? busy
    if ("kind" in next) return err(next)
    async function* arrive() {
      for (const bunch of next as Exclude<Reply, Failure>) yield await bunch
    }
    return ok({ runId: `run-${server.asked.length + server.rejoined.length}`, events: arrive() })
  }
  const chat: ChatDeps = {
    conversation: turnConversation({
      getState: store.getState,
      dispatch: (event) => store.setState((state) => applyConversationEvent(state, event), true),
      stored: async () => {
        onDisk = messages()
        return isStored
      },
      addresseeOf: () => ({ model, providerName: "OpenAI", isOwn: false }),
    }),
    gateway: {
      prepare: async () => (refusal ? err(refusal) : ok(request)),
      ask: async ({ idempotencyKey: key }) => {
        server.asked.push({ key, onDisk })
        return reply()
      },
      rejoin: async ({ runId, idempotencyKey }) => {
        server.rejoined.push(runId ?? idempotencyKey ?? "")
        return reply()
      },
      stop: async (_turn, run) => {
        server.stopped.push(run)
        return "stopped"
      },
      acknowledge: async (_turn, runId, isPart) => {
        if (isPart) {
          server.parts.push(runId)
          await toldOfPart
        }
        const isKept = isPart && completed.includes(runId)
        if (!isKept) server.acknowledged.push(runId)
        return isKept
      },
    },
    tools: async () => tools,
    mayRun: async (_turn, call, signal) => {
      server.consents.push(call)
      return mayRun(call, signal)
    },
    after: {
      answer: () => void server.answersEnded++,
      turn: async (_turn: Turn) => void server.turnsOver++,
    },
  }
  const answer = () => messages().at(-1)!
  /** An answer that this page did not see the end of. */
  const leaveOpen = (arrived: string, more: Partial<Message> = {}) => {
    const place = pendingAnswer("a", Date.now(), model)
    store.setState((state) => {
      const sent = applyConversationEvent(state, {
        type: "message-sent",
        sessionId: "s",
        question: { ...userMessage("q", Date.now(), "Oi"), idempotencyKey: "key-1" },
        answer: { ...place, providerName: "OpenAI", idempotencyKey: "key-1", content: arrived, ...more },
      })
      return { ...sent, live: {} }
    }, true)
  }
  return { chat, server, messages, answer, leaveOpen }
}

beforeEach(() => void vi.useFakeTimers({ now: Date.parse("2026-01-02T03:04:05Z") }))
afterEach(() => void vi.useRealTimers())

/** Lets time pass, once the code that is fetched on the way is here. */
async function passTime(durationMs: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(0)
  await vi.dynamicImportSettled()
  await vi.advanceTimersByTimeAsync(durationMs)
}

describe("sending", () => {
  test("brings the answer, with its question before it on the disk when it is asked", async () => {
    const { chat, server, messages, answer } = openChat({ replies: [[[text("Olá")], [done]]] })
    await sendMessage("s", "Oi", chat)
    expect(messages().map(({ role, content }) => [role, content])).toEqual([
      ["user", "Oi"],
      ["assistant", "Olá"],
    ])
    expect(answer()).toMatchObject({ finish: "stop", runId: "run-1" })
    expect(answer().streaming).toBeFalsy()
    expect(server.asked.map((one) => one.onDisk.map(({ content }) => content))).toEqual([["Oi", ""]])
  })

  test("has the server erase its copy once the whole answer is on the disk, and names the conversation", async () => {
    const { chat, server } = openChat({ replies: [[[text("Olá"), done]]] })
    await sendMessage("s", "Oi", chat)
    expect(server).toMatchObject({ acknowledged: ["run-1"], answersEnded: 1, turnsOver: 1 })
  })

  test("lets the server keep an answer that this page could not store", async () => {
    const { chat, server, answer } = openChat({ replies: [[[text("Olá"), done]]], isStored: false })
    await sendMessage("s", "Oi", chat)
    expect(answer().content).toBe("Olá")
    expect(server.acknowledged).toEqual([])
  })

  test("asks nobody when the message may not be sent", async () => {
    const refusal: Failure = { kind: "message-too-long", characters: 20_001, limit: 20_000 }
    const { chat, server, answer } = openChat({ replies: [], refusal })
    await sendMessage("s", "Oi", chat)
    expect(answer().failure).toEqual(refusal)
    expect(server).toMatchObject({ asked: [], acknowledged: [], answersEnded: 1 })
  })

  test("tries a busy server again after 5 s under the same key, once", async () => {
    const { chat, server, answer } = openChat({ replies: [busy, busy] })
    const sent = sendMessage("s", "Oi", chat)
    await vi.advanceTimersByTimeAsync(4_999)
    expect(server.asked).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(1)
    await sent
    expect(server.asked).toHaveLength(2)
    expect(new Set(server.asked.map(({ key }) => key)).size).toBe(1)
    expect(answer().failure).toEqual(busy)
  })

  test("tries o3 three times, waiting longer each time", async () => {
    const { chat, server, answer } = openChat({ replies: [busy, busy, busy, [[text("Olá"), done]]], model: "o3" })
    const sent = sendMessage("s", "Oi", chat)
    for (const [waitMs, asked] of [
      [5_000, 2],
      [10_000, 3],
      [15_000, 4],
    ] as const) {
      await vi.advanceTimersByTimeAsync(waitMs - 1)
      expect(server.asked).toHaveLength(asked - 1)
      await vi.advanceTimersByTimeAsync(1)
      expect(server.asked).toHaveLength(asked)
    }
    await sent
    expect(answer()).toMatchObject({ content: "Olá", finish: "stop" })
  })

  test.each<Failure>([
    { kind: "network" },
    { kind: "insufficient-balance" },
    { kind: "upstream", status: 500, message: "" },
    { kind: "upstream", status: 400, message: "" },
  ])("does not ask again after %j", async (failure) => {
    const { chat, server, answer } = openChat({ replies: [failure] })
    await sendMessage("s", "Oi", chat)
    expect(server.asked).toHaveLength(1)
    expect(answer().failure).toEqual(failure)
  })
})

describe("stopping", () => {
  test("ends the waiting for a busy server", async () => {
    const { chat, server, answer } = openChat({ replies: [busy, [[text("Olá"), done]]] })
    const sent = sendMessage("s", "Oi", chat)
    await vi.advanceTimersByTimeAsync(1_000)
    stopTurn(answer().id)
    await sent
    expect(server.asked).toHaveLength(1)
    expect(answer().failure).toEqual(busy)
  })

  test("has the server end the run, whose stream then ends well: the answer is told as stopped", async () => {
    let end: (events: readonly ChatEvent[]) => void = () => {}
    const ending = new Promise<readonly ChatEvent[]>((resolve) => (end = resolve))
    const { chat, server, answer } = openChat({ replies: [[[text("Olá")], ending]] })
    const sent = sendMessage("s", "Oi", chat)
    await vi.advanceTimersByTimeAsync(0)
    expect(answer().content).toBe("Olá")
    stopTurn(answer().id)
    await vi.advanceTimersByTimeAsync(0)
    expect(server.stopped).toEqual(["run-1"])
    end([done])
    await sent
    expect(answer()).toMatchObject({ content: "Olá", finish: "aborted" })
    expect(server).toMatchObject({ acknowledged: ["run-1"], turnsOver: 1 })
  })
})

describe("a failure told inside the stream", () => {
  test("is tried again like one told by a status, as long as no word has come", async () => {
    const { chat, server, answer } = openChat({ replies: [[[failing(busy)]], [[text("Olá"), done]]] })
    const sent = sendMessage("s", "Oi", chat)
    await vi.advanceTimersByTimeAsync(5_000)
    await sent
    expect(new Set(server.asked.map(({ key }) => key)).size).toBe(1)
    expect(server.asked).toHaveLength(2)
    expect(answer()).toMatchObject({ content: "Olá", finish: "stop" })
  })

  test("ends the answer after the first word", async () => {
    const { chat, server, answer } = openChat({ replies: [[[text("Olá"), failing(busy)]]] })
    await sendMessage("s", "Oi", chat)
    expect(server.asked).toHaveLength(1)
    expect(answer()).toMatchObject({ content: "Olá", failure: busy })
  })

  test.each<[string, Failure]>([
    ["a connection is lost for good", { kind: "network" }],
    ["its server died before it had kept a word", gone],
  ])("leaves what arrived to be fetched when %s", async (_, failure) => {
    const { chat, server, answer } = openChat({ replies: [[[text("Olá")], [failing(failure)]]] })
    await sendMessage("s", "Oi", chat)
    expect(answer()).toMatchObject({ content: "Olá", interrupted: true })
    expect(answer().failure).toBeUndefined()
    expect(server).toMatchObject({ acknowledged: [], answersEnded: 0, turnsOver: 1 })
  })

  test("is asked for anew under the same key when its server died before a word arrived", async () => {
    const { chat, server, answer } = openChat({ replies: [[[failing(gone)]], [[text("Olá"), done]]] })
    await sendMessage("s", "Oi", chat)
    expect(server.asked).toHaveLength(2)
    expect(new Set(server.asked.map(({ key }) => key)).size).toBe(1)
    expect(answer()).toMatchObject({ content: "Olá", finish: "stop" })
  })

  test("of a server that died takes nothing from the tries that a busy one is given", async () => {
    const { chat, server, answer } = openChat({ replies: [[[failing(gone)]], busy, [[text("Olá"), done]]] })
    const sent = sendMessage("s", "Oi", chat)
    await vi.advanceTimersByTimeAsync(5_000)
    await sent
    expect(server.asked).toHaveLength(3)
    expect(answer()).toMatchObject({ content: "Olá", finish: "stop" })
  })

  test("is told where something else has answered with a 404", async () => {
    const failure: Failure = { kind: "http", status: 404, message: "" }
    const { chat, server, answer } = openChat({ replies: [[[failing(failure)]], [[text("Olá"), done]]] })
    await sendMessage("s", "Oi", chat)
    expect(server.asked).toHaveLength(1)
    expect(answer().failure).toEqual(failure)
  })

  test("erases nothing of its run where it is refused when it is asked for anew: another server may be at it still", async () => {
    const busyElsewhere: Failure = { kind: "already-processing" }
    const { chat, server, answer } = openChat({ replies: [[[failing(gone)]], busyElsewhere] })
    await sendMessage("s", "Oi", chat)
    expect(answer()).toMatchObject({ failure: busyElsewhere, runId: "run-1" })
    expect(server).toMatchObject({ acknowledged: [], turnsOver: 1 })
  })

  test("is followed, and not paid a second time, where it is tried again once that other server has ended it", async () => {
    const replies: readonly Reply[] = [[[failing(gone)]], { kind: "already-processing" }, [[text("Olá"), done]]]
    const { chat, server, answer } = openChat({ replies })
    await sendMessage("s", "Oi", chat)
    await retryAnswer("s", answer().id, chat)
    expect(server.rejoined).toEqual(["run-1"])
    expect(new Set(server.asked.map(({ key }) => key)).size).toBe(1)
    expect(answer()).toMatchObject({ content: "Olá", finish: "stop" })
    expect(answer().versions).toBeUndefined()
  })

  test("is followed by its question's key where the line broke before its run was told", async () => {
    const { chat, server, answer } = openChat({ replies: [{ kind: "already-processing" }, [[text("Olá"), done]]] })
    await sendMessage("s", "Oi", chat)
    const { idempotencyKey } = answer()
    await retryAnswer("s", answer().id, chat)
    expect(server.rejoined).toEqual([idempotencyKey])
    expect(server.asked).toHaveLength(1)
    expect(answer()).toMatchObject({ content: "Olá", finish: "stop" })
  })

  test("is asked as any other question where no server is at it: its caller had too many under way", async () => {
    const replies: readonly Reply[] = [{ kind: "already-processing" }, gone, [[text("Olá"), done]]]
    const { chat, server, answer } = openChat({ replies })
    await sendMessage("s", "Oi", chat)
    await retryAnswer("s", answer().id, chat)
    expect(server.rejoined).toHaveLength(1)
    expect(new Set(server.asked.map(({ key }) => key)).size).toBe(2)
    expect(answer()).toMatchObject({ content: "Olá", finish: "stop" })
  })

  test("is told once four servers in a row have died under the same question", async () => {
    const { chat, server, answer } = openChat({ replies: Array.from({ length: 9 }, (): Reply => [[failing(gone)]]) })
    await sendMessage("s", "Oi", chat)
    expect(server.asked).toHaveLength(4)
    expect(answer().failure).toEqual(gone)
    expect(server.acknowledged).toEqual([])
  })
})

describe("an answer whose server was taken for dead", () => {
  const restarted = failing({ kind: "server-restarted" })

  test("is acknowledged as the part it is, which stays where no more is to come", async () => {
    const { chat, server, answer } = openChat({ replies: [[[text("Uma "), restarted]]] })
    await sendMessage("s", "Oi", chat)
    expect(server).toMatchObject({ parts: ["run-1"], acknowledged: ["run-1"], rejoined: [] })
    expect(answer()).toMatchObject({ content: "Uma ", failure: { kind: "server-restarted" } })
  })

  test("is fetched whole where that has come meanwhile, and only then erased", async () => {
    const whole = [text("Uma "), text("resposta"), done]
    const { chat, server, answer } = openChat({ replies: [[[text("Uma "), restarted]], [whole]], completed: ["run-1"] })
    await sendMessage("s", "Oi", chat)
    expect(server).toMatchObject({ parts: ["run-1"], acknowledged: ["run-2"] })
    expect([server.asked.length, server.rejoined.length]).toEqual([1, 1])
    expect(answer()).toMatchObject({ content: "Uma resposta", finish: "stop" })
    expect([answer().failure, answer().interrupted]).toEqual([undefined, undefined])
  })

  test("is fetched once, also where what came ends in a restart as well", async () => {
    const more: Reply = [[text("Uma "), text("resp"), restarted]]
    const completed = ["run-1", "run-2", "run-3"]
    const { chat, server, answer } = openChat({ replies: [[[text("Uma "), restarted]], more, more], completed })
    await sendMessage("s", "Oi", chat)
    expect(server).toMatchObject({ parts: ["run-1"], acknowledged: ["run-2"] })
    expect(answer()).toMatchObject({ content: "Uma resp", failure: { kind: "server-restarted" } })
  })

  test("is left to be fetched where the line breaks before the whole is here", async () => {
    const replies: readonly Reply[] = [[[text("Uma "), restarted]], { kind: "network" }]
    const { chat, server, answer } = openChat({ replies, completed: ["run-1"] })
    await sendMessage("s", "Oi", chat)
    expect(server).toMatchObject({ acknowledged: [], turnsOver: 1 })
    expect(answer()).toMatchObject({ content: "Uma ", interrupted: true })
  })
})

describe.each([
  ["has no more", []],
  ["has the whole", ["run-1"]],
])("a part that is acknowledged to a server that %s, after the question was asked again", (_name, completed) => {
  test("leaves the new answer alone, which can be stopped", async () => {
    let tellOfPart = () => {}
    const toldOfPart = new Promise<void>((resolve) => (tellOfPart = resolve))
    let goOn = (_events: readonly ChatEvent[]) => {}
    const rest = new Promise<readonly ChatEvent[]>((resolve) => (goOn = resolve))
    const restarted = failing({ kind: "server-restarted" })
    const replies: readonly Reply[] = [[[text("Uma "), restarted]], [[text("Outra ")], rest]]
    const { chat, server, answer } = openChat({ replies, completed, toldOfPart })
    const first = sendMessage("s", "Oi", chat)
    await vi.waitFor(() => expect(server.parts).toEqual(["run-1"]))
    const second = retryAnswer("s", answer().id, chat)
    await vi.waitFor(() => expect(answer().content).toBe("Outra "))
    tellOfPart()
    await first
    expect(server.rejoined).toEqual([])
    stopTurn(answer().id)
    await vi.waitFor(() => expect(server.stopped).toEqual(["run-2"]))
    goOn([text("resposta"), done])
    await second
    expect(answer()).toMatchObject({ content: "Outra resposta", finish: "aborted" })
  })
})

describe("an answer whose end was not seen", () => {
  test("is made anew from its run, without being asked again and without a word twice", async () => {
    const { chat, server, answer, leaveOpen } = openChat({ replies: [[[text("Olá, ")], [text("mundo"), done]]] })
    leaveOpen("Olá", { runId: "run-9" })
    expect(await resumeTurn("s", "a", chat)).toBe(true)
    expect(server).toMatchObject({ asked: [], rejoined: ["run-9"] })
    expect(answer()).toMatchObject({ content: "Olá, mundo", finish: "stop" })
  })

  test("keeps what is here when its run is gone", async () => {
    const { chat, server, answer, leaveOpen } = openChat({ replies: [gone] })
    leaveOpen("Olá", { runId: "run-9" })
    expect(await resumeTurn("s", "a", chat)).toBe(false)
    expect(server.asked).toEqual([])
    expect(answer()).toMatchObject({ content: "Olá", interrupted: true })
  })

  test("is asked for under the same key when the server never heard of it", async () => {
    const { chat, server, answer, leaveOpen } = openChat({ replies: [gone, [[text("Olá"), done]]] })
    leaveOpen("")
    expect(await resumeTurn("s", "a", chat)).toBe(true)
    expect(server.asked.map(({ key }) => key)).toEqual(["key-1"])
    expect(answer()).toMatchObject({ content: "Olá", finish: "stop" })
  })

  test("is not asked for by the page itself a quarter of an hour later", async () => {
    const { chat, server, answer, leaveOpen } = openChat({ replies: [gone, [[text("Olá"), done]]] })
    leaveOpen("")
    vi.setSystemTime(Date.now() + 15 * 60_000 + 1)
    expect(await resumeTurn("s", "a", chat)).toBe(false)
    expect(server.asked).toEqual([])
    expect(answer()).toMatchObject({ content: "", interrupted: true })
  })

  test("is not asked for by the page itself where its date is still to come, as only a restored file has it", async () => {
    const { chat, server, answer, leaveOpen } = openChat({ replies: [gone, [[text("Olá"), done]]] })
    leaveOpen("", { date: Date.now() + 60_001 })
    expect(await resumeTurn("s", "a", chat)).toBe(false)
    expect(server.asked).toEqual([])
    expect(answer()).toMatchObject({ content: "", interrupted: true })
  })

  test("is asked for anew by who presses for it, once its run is gone", async () => {
    const { chat, server, answer, leaveOpen } = openChat({ replies: [gone, [[text("Outra"), done]]] })
    leaveOpen("Olá", { runId: "run-9" })
    await retryAnswer("s", "a", chat)
    expect(server.rejoined).toEqual(["run-9"])
    expect(server.asked.map(({ key }) => key)).not.toEqual(["key-1"])
    expect(answer()).toMatchObject({ content: "Outra", finish: "stop" })
  })
})

test("asking again keeps the answer before as a version, and asks under a key of its own", async () => {
  const { chat, server, messages, answer } = openChat({ replies: [[[text("Olá"), done]], [[text("Oi!"), done]]] })
  await sendMessage("s", "Oi", chat)
  await retryAnswer("s", answer().id, chat)
  expect(messages().map(({ content }) => content)).toEqual(["Oi", "Oi!"])
  expect(answer().versions?.before.map(({ content }) => content)).toEqual(["Olá"])
  expect(new Set(server.asked.map(({ key }) => key)).size).toBe(2)
})

describe("tools", () => {
  const clock: PageTool = {
    title: "Relógio",
    definition: { name: "clock", description: "", parameters: { type: "object", properties: {} } },
    run: async () => "12:00",
  }
  const calling: readonly ChatEvent[] = [
    { type: "tool-call", index: 0, call: { id: "c", name: "clock", arguments: "{}" } },
    { type: "finish", reason: "tool-calls" },
  ]

  test("asks on with what the tools have said until the model has no more calls, under a key for each round", async () => {
    const { chat, server, answer } = openChat({
      replies: [[calling], [calling], [[text("Meio-dia"), done]]],
      tools: [clock],
    })
    const sent = sendMessage("s", "Que horas são?", chat)
    // The pause before each of the two rounds.
    await passTime(1_000)
    await passTime(1_000)
    await sent
    const [first, ...rounds] = server.asked.map(({ key }) => key)
    expect(rounds).toEqual([`${first}.2`, `${first}.3`])
    expect(answer()).toMatchObject({ content: "Meio-dia", finish: "stop" })
    expect(answer().rounds?.map(({ tools }) => tools?.map(({ content }) => content))).toEqual([["12:00"], ["12:00"]])
    expect(server).toMatchObject({ acknowledged: ["run-1", "run-2", "run-3"], answersEnded: 1 })
  })

  test("runs no tool again where it was refused what came after, for having too many answers under way", async () => {
    let ran = 0
    const counted = { ...clock, run: async () => String(++ran) }
    const replies: readonly Reply[] = [[calling], { kind: "already-processing" }, gone, [[text("Meio-dia"), done]]]
    const { chat, answer } = openChat({ replies, tools: [counted] })
    const sent = sendMessage("s", "Que horas são?", chat)
    await passTime(1_000)
    await sent
    await retryAnswer("s", answer().id, chat)
    expect(answer()).toMatchObject({ content: "Meio-dia", finish: "stop" })
    expect([ran, answer().rounds?.length]).toEqual([1, 1])
  })

  test("does not ask on when it was stopped while a tool ran", async () => {
    const slow: PageTool = { ...clock, run: () => new Promise(() => {}) }
    const { chat, server, answer } = openChat({ replies: [[calling], [[text("Meio-dia"), done]]], tools: [slow] })
    const sent = sendMessage("s", "Que horas são?", chat)
    await passTime(1_000)
    stopTurn(answer().id)
    await passTime(1_000)
    await sent
    expect(server.asked).toHaveLength(1)
    expect(answer()).toMatchObject({ finish: "aborted" })
  })

  test("goes on with the tools that an answer has called whose server was taken for dead, and ended it after all", async () => {
    const restarted = failing({ kind: "server-restarted" })
    const { chat, server, answer } = openChat({
      replies: [[[text("Vejamos"), restarted]], [[text("Vejamos"), ...calling]], [[text("Meio-dia"), done]]],
      tools: [clock],
      completed: ["run-1"],
    })
    const sent = sendMessage("s", "Que horas são?", chat)
    await passTime(1_000)
    await sent
    expect(server.acknowledged).toEqual(["run-2", "run-3"])
    expect(answer()).toMatchObject({ content: "Meio-dia", finish: "stop", rounds: [{ content: "Vejamos" }] })
  })

  test("goes on with the tools after a reload in the middle of them, without following the run again", async () => {
    const { chat, server, answer, leaveOpen } = openChat({ replies: [[[text("Meio-dia"), done]]], tools: [clock] })
    const tools = [
      { id: "c", type: "function" as const, function: { name: "clock", arguments: "{}" }, begun: true as const },
    ]
    leaveOpen("", { runId: "run-9", finish: "tool-calls", tools })
    const resumed = resumeTurn("s", "a", chat)
    await passTime(1_000)
    expect(await resumed).toBe(true)
    expect(server.rejoined).toEqual([])
    expect(server.asked.map(({ key }) => key)).toEqual(["key-1.2"])
    expect(answer()).toMatchObject({ content: "Meio-dia", finish: "stop" })
  })
  const agenda: PageTool = {
    ...clock,
    definition: { name: "clock" },
    reach: {
      plugin: "p",
      operation: "POST /",
      isPack: false,
      method: "POST",
      host: "agenda.example",
      isConsequential: false,
    },
  }

  test("a call that waited runs no tool of another plugin that has its name after a reload", async () => {
    let ran = 0
    const tools = [{ ...agenda, run: async () => String(++ran) }]
    const call = {
      id: "c",
      type: "function" as const,
      function: { name: "clock", arguments: "{}" },
      received: true as const,
    }
    const open = async (operation: string) => {
      const { chat, server, answer, leaveOpen } = openChat({ replies: [[[text("Pronto"), done]]], tools })
      leaveOpen("", { runId: "run-9", finish: "tool-calls", tools: [{ ...call, operation }] })
      const resumed = resumeTurn("s", "a", chat)
      await passTime(1_000)
      await resumed
      return { consents: server.consents.length, told: answer().rounds?.[0]?.tools?.[0]?.content }
    }
    expect(await open("p POST / agenda.example")).toEqual({ consents: 1, told: "1" })
    for (const other of ["p POST / loja.example", "q POST / agenda.example", ""])
      // oxlint-disable-next-line no-await-in-loop -- one page after the other
      expect(await open(other)).toEqual({ consents: 0, told: expect.stringContaining("Não existe uma ferramenta") })
    expect(ran).toBe(1)
  })

  test("what a received call is for is kept beside it", async () => {
    const { chat, answer } = openChat({ replies: [[calling], [[text("Pronto"), done]]], tools: [agenda] })
    const sent = sendMessage("s", "Marque", chat)
    await passTime(1_000)
    await sent
    expect(answer().rounds?.[0]?.tools?.[0]).toMatchObject({ title: "Relógio", operation: "p POST / agenda.example" })
  })

  test("nothing leaves before the yes, and waiting for it has no end", async () => {
    let ran = 0
    let agree: (yes: boolean) => void = () => {}
    const asked = new Promise<boolean>((resolve) => (agree = resolve))
    const { chat, server, answer } = openChat({
      replies: [[calling], [[text("Marcado"), done]]],
      tools: [{ ...agenda, run: async () => String(++ran) }],
      mayRun: () => asked,
    })
    const sent = sendMessage("s", "Marque", chat)
    await passTime(10 * 60_000)
    expect(ran).toBe(0)
    expect(server.consents).toMatchObject([{ index: 0, title: "Relógio", given: {}, reach: { method: "POST" } }])
    expect(answer()).toMatchObject({ streaming: true, tools: [{ received: true }] })
    expect(answer().tools?.[0]?.begun).toBeUndefined()
    agree(true)
    await passTime(1_000)
    await sent
    expect(answer()).toMatchObject({ content: "Marcado", rounds: [{ tools: [{ content: "1" }] }] })
  })

  test("nobody is asked about a call that cannot be made: the model is told what is missing", async () => {
    let ran = 0
    const { chat, server, answer } = openChat({
      replies: [[calling], [[text("Com quem?"), done]]],
      tools: [
        {
          ...agenda,
          troubleWith: ({ medica }) => (medica === undefined ? "Falta o argumento obrigatório medica." : undefined),
          run: async () => String(++ran),
        },
      ],
    })
    const sent = sendMessage("s", "Marque", chat)
    await passTime(1_000)
    await sent
    expect([server.consents.length, ran, answer().content]).toEqual([0, 0, "Com quem?"])
    const told = { isError: true, content: "Erro: A ferramenta clock falhou: Falta o argumento obrigatório medica." }
    expect(answer().rounds?.[0]?.tools?.[0]).toMatchObject(told)
  })

  test("a no reaches the model, and the answer goes on", async () => {
    const { chat, answer } = openChat({
      replies: [[calling], [[text("Tudo bem"), done]]],
      tools: [agenda],
      mayRun: async () => false,
    })
    const sent = sendMessage("s", "Marque", chat)
    await passTime(1_000)
    await sent
    expect(answer().content).toBe("Tudo bem")
    expect(answer().rounds?.[0]?.tools?.[0]).toMatchObject({ refused: true, isError: true })
    expect(answer().rounds?.[0]?.tools?.[0]?.content).toContain("não deixou")
  })

  test("of six calls at once four run at a time, and the others in their turn", async () => {
    const calls = Array.from({ length: 6 }, (_, index): ChatEvent => {
      return { type: "tool-call", index, call: { id: String(index), name: "clock", arguments: "{}" } }
    })
    let atOnce = 0
    const seen: number[] = []
    const run = async () => {
      seen.push(++atOnce)
      await new Promise((resolve) => setTimeout(resolve, 500))
      return String(atOnce--)
    }
    const { chat, answer } = openChat({
      replies: [[[...calls, { type: "finish", reason: "tool-calls" }]], [[text("Pronto"), done]]],
      tools: [{ ...agenda, run }],
    })
    const sent = sendMessage("s", "Marque", chat)
    await passTime(3_000)
    await sent
    expect(Math.max(...seen)).toBe(4)
    expect(seen).toHaveLength(6)
    expect(answer()).toMatchObject({ content: "Pronto", rounds: [{ tools: calls.map(() => ({ begun: true })) }] })
  })

  test("Stop ends an answer whose calls wait for their turn, and none of them runs after it", async () => {
    const calls = Array.from({ length: 6 }, (_, index): ChatEvent => {
      return { type: "tool-call", index, call: { id: String(index), name: "clock", arguments: "{}" } }
    })
    let ran = 0
    const { chat, answer } = openChat({
      replies: [[[...calls, { type: "finish", reason: "tool-calls" }]]],
      tools: [{ ...agenda, run: () => new Promise(() => void ran++) }],
    })
    const sent = sendMessage("s", "Marque", chat)
    await passTime(1_000)
    stopTurn(answer().id)
    await passTime(1_000)
    await sent
    expect([ran, answer().finish]).toEqual([4, "aborted"])
  })

  test("a call is judged by the hosts whose results its answer has read, and the results of others before it", async () => {
    const at = (name: string, host: string, isPack: boolean): PageTool => {
      const reach = { plugin: name, operation: "GET /", isPack, method: "GET", host, isConsequential: false }
      return { ...clock, definition: { name }, reach }
    }
    const ask = (...names: readonly string[]): readonly (readonly ChatEvent[])[] => [
      names.map((name, index) => ({ type: "tool-call", index, call: { id: name, name, arguments: "{}" } })),
      [{ type: "finish", reason: "tool-calls" }],
    ]
    const { chat, server, answer } = openChat({
      replies: [ask("agenda", "cep"), ask("loja"), ask("agenda"), [[text("Pronto"), done]]],
      tools: [
        at("agenda", "agenda.example", false),
        at("cep", "brasilapi.com.br", true),
        at("loja", "loja.example", false),
      ],
      mayRun: async ({ reach: { host } }) => host !== "loja.example",
    })
    const sent = sendMessage("s", "Compre", chat)
    await passTime(3_000)
    await sent
    const first = [
      { host: "agenda.example", isPack: false },
      { host: "brasilapi.com.br", isPack: true },
    ]
    expect(server.consents.map(({ reach, before }) => [reach.host, before])).toEqual([
      // What runs at the same time has not been read.
      ["agenda.example", []],
      ["brasilapi.com.br", []],
      ["loja.example", first],
      // One that was refused has said nothing.
      ["agenda.example", first],
    ])
    expect(answer().content).toBe("Pronto")
  })

  test("of three calls at once one is refused and one fails: all are told in their order, in one round", async () => {
    const calls = ["a", "b", "c"].map((id, index): ChatEvent => {
      return { type: "tool-call", index, call: { id, name: id, arguments: "{}" } }
    })
    const tool = (name: string, run: PageTool["run"]): PageTool => ({ ...agenda, definition: { name }, run })
    const { chat, server, answer } = openChat({
      replies: [[[...calls, { type: "finish", reason: "tool-calls" }]], [[text("Pronto"), done]]],
      tools: [
        // The first is the last to end.
        tool("a", () => new Promise((resolve) => setTimeout(() => resolve("feito"), 500))),
        tool("b", async () => "nunca"),
        tool("c", () => Promise.reject(new Error("o serviço não respondeu"))),
      ],
      mayRun: async ({ index }) => index !== 1,
    })
    const sent = sendMessage("s", "Marque", chat)
    await passTime(2_000)
    await sent
    expect(server.asked).toHaveLength(2)
    const [round, ...more] = answer().rounds ?? []
    expect(more).toEqual([])
    expect(round?.tools?.map(({ id, content = "", refused = false }) => [id, content.slice(0, 30), refused])).toEqual([
      ["a", "feito", false],
      ["b", "Erro: A pessoa não deixou exec", true],
      ["c", "Erro: A ferramenta c falhou: o", false],
    ])
    expect(answer().content).toBe("Pronto")
  })

  test("a call that only waited is asked about again after a reload, and one that had begun is told as interrupted", async () => {
    const { chat, server, answer, leaveOpen } = openChat({ replies: [[[text("Pronto"), done]]], tools: [agenda] })
    const call = { type: "function" as const, function: { name: "clock", arguments: "{}" }, received: true as const }
    const tools = [
      { id: "c1", ...call },
      { id: "c2", ...call, begun: true as const },
    ]
    leaveOpen("", { runId: "run-9", finish: "tool-calls", tools })
    const resumed = resumeTurn("s", "a", chat)
    await passTime(1_000)
    expect(await resumed).toBe(true)
    expect(server.consents.map(({ index }) => index)).toEqual([0])
    expect(server.rejoined).toEqual([])
    expect(answer().rounds?.[0]?.tools?.map(({ content }) => content)).toEqual([
      "12:00",
      expect.stringContaining("interrompida"),
    ])
  })

  test("a stop while the user is asked ends the answer, and nothing runs", async () => {
    let ran = 0
    const { chat, server, answer } = openChat({
      replies: [[calling], [[text("Nunca"), done]]],
      tools: [{ ...agenda, run: async () => String(++ran) }],
      mayRun: (_call, signal) => new Promise((resolve) => signal.addEventListener("abort", () => resolve(false))),
    })
    const sent = sendMessage("s", "Marque", chat)
    await passTime(1_000)
    stopTurn(answer().id)
    await passTime(1_000)
    await sent
    expect(server.asked).toHaveLength(1)
    expect({ ran, finish: answer().finish }).toEqual({ ran: 0, finish: "aborted" })
  })

  test("tools that load later than the answer was reopened are waited for", async () => {
    const { chat, server, answer, leaveOpen } = openChat({ replies: [[[text("Meio-dia"), done]]] })
    let load: (tools: readonly PageTool[]) => void = () => {}
    const loaded = new Promise<readonly PageTool[]>((resolve) => (load = resolve))
    leaveOpen("", {
      runId: "run-9",
      finish: "tool-calls",
      tools: [{ id: "c", type: "function", function: { name: "clock", arguments: "{}" }, received: true }],
    })
    const resumed = resumeTurn("s", "a", { ...chat, tools: () => loaded })
    await passTime(5_000)
    expect(answer()).toMatchObject({ streaming: true })
    load([clock])
    await passTime(1_000)
    expect(await resumed).toBe(true)
    expect(answer()).toMatchObject({ content: "Meio-dia" })
    expect(server.rejoined).toEqual([])
  })
})
