import fc from "fast-check"
import { describe, expect, it } from "vitest"
import type { ChatEvent } from "../gateway/chat-event.ts"
import { noUsage } from "../gateway/usage.ts"
import { microReais } from "../lib/micro-reais.ts"
import { defaultModelConfig } from "../settings/model-config.ts"
import type { ConversationEvent } from "./conversation-event.ts"
import {
  openConversations,
  selectAnswering,
  selectCurrentSession,
  selectMessages,
  selectUnusedSession,
  type ConversationState,
} from "./conversation-state.ts"
import { pendingAnswer, userMessage, type Message } from "./message.ts"
import { applyConversationEvent } from "./session-reducer.ts"
import { branchTopic, forkSession, modelConfigOf, newSession, type Session } from "./session.ts"

function fresh(id: string): Session {
  return newSession({ id, now: 0, modelConfig: defaultModelConfig, lang: "pt" })
}

function after(...events: readonly ConversationEvent[]): ConversationState {
  const start = openConversations({ sessions: [], order: [], currentId: undefined, fresh: fresh("a") })
  return events.reduce(applyConversationEvent, start)
}

const created = (id: string): ConversationEvent => ({ type: "session-created", session: fresh(id) })
const asked = (sessionId: string, name = "1"): ConversationEvent => ({
  type: "message-sent",
  sessionId,
  question: userMessage(`q${name}`, 10, `pergunta ${name}`),
  answer: pendingAnswer(`r${name}`, 11, "gpt-5"),
})
const said = (sessionId: string, text: string, name = "1"): ConversationEvent => ({
  type: "answer-advanced",
  sessionId,
  messageId: `r${name}`,
  events: [{ type: "text-delta", text }],
})
const finished = (sessionId: string, name = "1"): ConversationEvent => ({
  type: "answer-finished",
  sessionId,
  messageId: `r${name}`,
  now: 20,
})
const deleted = (sessionId: string): ConversationEvent => ({
  type: "session-deleted",
  sessionId,
  fresh: fresh("substituta"),
})

function answerOf(state: ConversationState, sessionId: string, name = "1"): Message | undefined {
  return selectMessages(state, sessionId)?.find((message) => message.id === `r${name}`)
}

describe("the list of conversations", () => {
  it("shows a new one at the front, selected", () => {
    const state = after(created("b"))
    expect(state.order).toEqual(["b", "a"])
    expect(state.currentId).toBe("b")
  })

  it("leaves a fresh one when the last is deleted", () => {
    const state = after(deleted("a"))
    expect(state.order).toEqual(["substituta"])
    expect(state.currentId).toBe("substituta")
  })

  it("selects the neighbour of a deleted one", () => {
    expect(after(created("b"), created("c"), deleted("c")).currentId).toBe("b")
    expect(after(created("b"), deleted("a")).currentId).toBe("b")
  })

  it("puts a restored one back where it stood, with what arrived meanwhile", () => {
    const state = after(created("b"), created("c"), asked("b"), deleted("b"), said("b", "olá"), finished("b"), {
      type: "session-restored",
      sessionId: "b",
    })
    expect(state.order).toEqual(["c", "b", "a"])
    expect(answerOf(state, "b")?.content).toBe("olá")
  })

  it("forgets a deleted one only when its deletion is final", () => {
    const state = after(created("b"), asked("b"), deleted("b"))
    expect(state.sessions["b"]).toBeDefined()
    const purged = applyConversationEvent(state, { type: "session-purged", sessionId: "b" })
    expect([purged.sessions["b"], purged.messages["b"], purged.live]).toEqual([undefined, undefined, {}])
  })

  it("never forgets one that was not deleted", () => {
    const state = after(created("b"))
    expect(applyConversationEvent(state, { type: "session-purged", sessionId: "b" })).toBe(state)
  })

  it("opens as it was left, with sessions the saved order does not know in front", () => {
    const sessions = ["x", "y", "z"].map(fresh)
    const state = openConversations({ sessions, order: ["y", "gone", "x"], currentId: "x", fresh: fresh("n") })
    expect(state.order).toEqual(["z", "y", "x"])
    expect(state.currentId).toBe("x")
    expect(openConversations({ sessions, order: [], currentId: "gone", fresh: fresh("n") }).currentId).toBe("x")
  })

  it("returns the same state for an event about something unknown", () => {
    const state = after(asked("a"))
    const unknown: readonly ConversationEvent[] = [
      { type: "session-selected", sessionId: "?" },
      deleted("?"),
      { type: "session-renamed", sessionId: "?", topic: "x" },
      asked("?"),
      said("?", "x"),
      finished("?"),
      said("a", "x", "?"),
      finished("a", "?"),
      { type: "message-deleted", sessionId: "a", messageId: "?" },
    ]
    for (const event of unknown) expect(applyConversationEvent(state, event)).toBe(state)
  })
})

describe("an answer", () => {
  it("goes to the session and message that asked, whatever is selected", () => {
    const state = after(asked("a"), created("b"), asked("b", "2"), said("a", "para a"), said("b", "para b", "2"))
    expect(answerOf(state, "a")?.content).toBe("para a")
    expect(answerOf(state, "b", "2")?.content).toBe("para b")
  })

  it("replaces only itself and its array while it arrives", () => {
    const before = after(created("b"), asked("a"), asked("a", "2"), asked("b", "3"))
    const now = applyConversationEvent(before, said("a", "x", "2"))
    expect(now.sessions).toBe(before.sessions)
    expect(now.order).toBe(before.order)
    expect(now.messages["b"]).toBe(before.messages["b"])
    const changed = now.messages["a"]?.filter((message, index) => message !== before.messages["a"]?.[index])
    expect(changed?.map((message) => message.id)).toEqual(["r2"])
  })

  it("keeps its cost, usage, run and sources", () => {
    const balance = {
      total: microReais(1),
      premium: microReais(1),
      free: microReais(0),
      calls: 0,
      cost: microReais(20_000),
      runId: "run",
    }
    const citation = { url: "https://exemplo.com.br", title: "Exemplo" }
    const state = after(asked("a"), {
      type: "answer-advanced",
      sessionId: "a",
      messageId: "r1",
      events: [
        { type: "reasoning-delta", text: "hm" },
        { type: "text-delta", text: "o" },
        { type: "text-delta", text: "lá" },
        { type: "citation", citation },
        { type: "usage", usage: noUsage },
        { type: "finish", reason: "length" },
        { type: "balance", balance },
      ],
    })
    expect(answerOf(applyConversationEvent(state, finished("a")), "a")).toEqual({
      id: "r1",
      date: 11,
      role: "assistant",
      model: "gpt-5",
      content: "olá",
      reasoning: "hm",
      citations: [citation],
      usage: noUsage,
      finish: "length",
      cost: 20_000,
      runId: "run",
    })
  })

  it("keeps how long it was thought about, whatever came after", () => {
    const arrived = (now: number | undefined, ...events: readonly ChatEvent[]) =>
      ({
        type: "answer-advanced",
        sessionId: "a",
        messageId: "r1",
        events,
        ...(now === undefined ? {} : { now }),
      }) as const
    const thought = after(
      asked("a"),
      arrived(1_000, { type: "reasoning-delta", text: "h" }),
      arrived(5_000, { type: "reasoning-delta", text: "m" }, { type: "text-delta", text: "" }),
      arrived(13_400, { type: "text-delta", text: "olá" }),
      arrived(20_000, { type: "reasoning-delta", text: "…" }, { type: "text-delta", text: "!" }),
    )
    expect(answerOf(thought, "a")).toMatchObject({ reasoning: "hm…", reasoningFrom: 1_000, reasoningMs: 12_400 })
    const unseen = after(
      asked("a"),
      arrived(undefined, { type: "reasoning-delta", text: "h" }),
      arrived(9, { type: "text-delta", text: "olá" }),
    )
    expect(answerOf(unseen, "a")?.reasoningMs).toBeUndefined()
  })

  it("shows an image between its words", () => {
    const state = after(asked("a"), said("a", "veja"), {
      type: "answer-advanced",
      sessionId: "a",
      messageId: "r1",
      events: [
        { type: "image", image: { b64: "AAAA" } },
        { type: "text-delta", text: "bonito" },
      ],
    })
    expect(answerOf(state, "a")?.content).toEqual([
      { type: "text", text: "veja" },
      { type: "image_url", image_url: { url: "data:image/png;base64,AAAA" } },
      { type: "text", text: "bonito" },
    ])
  })

  it.each([
    ["/9j/4AAQSkZJRg==", "jpeg"],
    ["iVBORw0KGgo=", "png"],
    ["UklGRiIAAABXRUJQ", "webp"],
    ["R0lGODlhAQAB", "gif"],
  ])("names an image by what it is: %s", (b64, type) => {
    const events = [{ type: "image", image: { b64 } }] as const
    const state = after(asked("a"), { type: "answer-advanced", sessionId: "a", messageId: "r1", events })
    const url = `data:image/${type};base64,${b64}`
    expect(answerOf(state, "a")?.content).toEqual([{ type: "image_url", image_url: { url } }])
  })

  it("without a word is a failure, and its question leaves the context with it", () => {
    const state = after(asked("a"), finished("a"))
    expect(answerOf(state, "a")).toMatchObject({ isError: true, failure: { kind: "empty-answer" } })
    expect(selectMessages(state, "a")?.[0]?.isError).toBe(true)
  })

  it("that was stopped is not an error, even without a word", () => {
    const stop: ConversationEvent = {
      type: "answer-advanced",
      sessionId: "a",
      messageId: "r1",
      events: [{ type: "finish", reason: "aborted" }],
    }
    const answer = answerOf(after(asked("a"), stop, finished("a")), "a")
    expect(answer).toMatchObject({ finish: "aborted" })
    expect(answer?.isError).toBeUndefined()
  })

  it("that fails before a word is an error; after some, what arrived stays in the conversation", () => {
    const failed: ConversationEvent = {
      type: "answer-failed",
      sessionId: "a",
      messageId: "r1",
      failure: { kind: "upstream-cut" },
      now: 20,
    }
    expect(answerOf(after(asked("a"), failed), "a")).toMatchObject({ isError: true })
    const cut = answerOf(after(asked("a"), said("a", "metade"), failed), "a")
    expect(cut).toMatchObject({ content: "metade", failure: { kind: "upstream-cut" } })
    expect(cut?.isError).toBeUndefined()
  })

  it("ends once: a second ending changes nothing", () => {
    const state = after(asked("a"), said("a", "sim"), finished("a"))
    expect(applyConversationEvent(state, finished("a"))).toBe(state)
  })

  it("found open after a crash is kept as far as it came, and can be resumed by its run", () => {
    const interrupted = after(asked("a"), said("a", "metade"), {
      type: "answer-interrupted",
      sessionId: "a",
      messageId: "r1",
    })
    expect(answerOf(interrupted, "a")).toMatchObject({ content: "metade", interrupted: true })
    expect(selectAnswering(interrupted, "a")).toBeUndefined()
    const at = { sessionId: "a", messageId: "r1" } as const
    const resumed = applyConversationEvent(interrupted, { ...at, type: "answer-resumed" })
    expect(answerOf(resumed, "a")).toMatchObject({ content: "metade", streaming: true, model: "gpt-5" })
    expect(answerOf(resumed, "a")?.interrupted).toBeUndefined()
    expect(resumed.live).toEqual({ r1: "a" })
    const whole = [{ type: "text-delta", text: "metade e o resto" } as const]
    const replayed = applyConversationEvent(resumed, { ...at, type: "answer-replayed", events: whole })
    expect(answerOf(replayed, "a")).toMatchObject({ content: "metade e o resto", streaming: true })
  })

  it("that came to nothing and is followed again puts its question back into the context", () => {
    const failed = after(asked("a"), {
      type: "answer-failed",
      sessionId: "a",
      messageId: "r1",
      failure: { kind: "network" },
      now: 20,
    })
    expect(selectMessages(failed, "a")?.[0]?.isError).toBe(true)
    const resumed = applyConversationEvent(failed, { type: "answer-resumed", sessionId: "a", messageId: "r1" })
    expect(selectMessages(resumed, "a")?.[0]?.isError).toBeUndefined()
    expect(answerOf(resumed, "a")).toMatchObject({ streaming: true })
    expect(answerOf(resumed, "a")?.failure).toBeUndefined()
  })

  it("asked again stands in the place of the old one, and its question counts again", () => {
    const state = after(asked("a"), finished("a"), asked("a", "2"), {
      type: "answer-retried",
      sessionId: "a",
      messageId: "r1",
      answer: pendingAnswer("r3", 30, "gpt-5"),
    })
    expect(selectMessages(state, "a")?.map((message) => message.id)).toEqual(["q1", "r3", "q2", "r2"])
    expect(selectMessages(state, "a")?.[1]?.versions).toBeUndefined()
    expect(selectMessages(state, "a")?.[0]?.isError).toBeUndefined()
    expect(Object.keys(state.live).toSorted()).toEqual(["r2", "r3"])
  })
})

describe("a session", () => {
  it("counts its messages, characters, words and estimated tokens", () => {
    const session = selectCurrentSession(after(asked("a"), said("a", "oi, tudo bem"), finished("a")))
    expect(session).toMatchObject({ messageCount: 2, lastUpdate: 20 })
    expect(session?.stat).toEqual({ charCount: 22, wordCount: 5, tokenCount: 6.75 })
  })

  it("follows the global settings, all but the model", () => {
    const session = fresh("a")
    const global = { ...defaultModelConfig, model: "gpt-4o", temperature: 0.9 }
    expect(modelConfigOf(session, global)).toMatchObject({ model: "gpt-5", temperature: 0.9 })
    const own = { ...session, mask: { ...session.mask, syncGlobalConfig: false } }
    expect(modelConfigOf(own, global).temperature).toBe(0.5)
  })

  it("forgets its messages and summary when it is reset, and keeps its title", () => {
    const state = after(
      asked("a"),
      { type: "summary-written", sessionId: "a", memoryPrompt: "resumo", lastSummarizeIndex: 2 },
      { type: "session-renamed", sessionId: "a", topic: "Aluguel" },
      { type: "session-reset", sessionId: "a", now: 50 },
    )
    expect(state.sessions["a"]).toMatchObject({ topic: "Aluguel", memoryPrompt: "", messageCount: 0, lastUpdate: 50 })
    expect([state.messages["a"], state.live]).toEqual([[], {}])
  })

  it("clears its context at the end and takes that back", () => {
    const cleared = after(asked("a"), { type: "context-cleared", sessionId: "a" })
    expect(cleared.sessions["a"]?.clearContextIndex).toBe(2)
    const restored = applyConversationEvent(cleared, { type: "context-restored", sessionId: "a" })
    expect(restored.sessions["a"]?.clearContextIndex).toBeUndefined()
  })

  it("moves its marks when a message before them is deleted or restored", () => {
    const marked = after(
      asked("a"),
      { type: "context-cleared", sessionId: "a" },
      { type: "summary-written", sessionId: "a", memoryPrompt: "resumo", lastSummarizeIndex: 2 },
      { type: "message-deleted", sessionId: "a", messageId: "q1" },
    )
    expect(marked.sessions["a"]).toMatchObject({ clearContextIndex: 1, lastSummarizeIndex: 1, messageCount: 1 })
    const restored = applyConversationEvent(marked, {
      type: "message-restored",
      sessionId: "a",
      message: userMessage("q1", 10, "pergunta 1"),
      index: 0,
    })
    expect(restored.sessions["a"]).toMatchObject({ clearContextIndex: 2, lastSummarizeIndex: 2, messageCount: 2 })
  })

  it("is forked under new ids, an arriving answer as far as it came", () => {
    const state = after(asked("a"), said("a", "metade"))
    let count = 0
    const copy = forkSession(state.sessions["a"] ?? fresh("?"), state.messages["a"] ?? [], {
      id: "f",
      now: 99,
      newId: () => `n${count++}`,
    })
    expect(copy.messages.map((message) => message.id)).toEqual(["n0", "n1"])
    expect(copy.messages[1]).toMatchObject({ content: "metade", interrupted: true })
    const forked = applyConversationEvent(state, { type: "session-created", ...copy })
    expect([forked.order, forked.currentId]).toEqual([["f", "a"], "f"])
    const beside = applyConversationEvent(state, { type: "session-created", ...copy, unopened: true })
    expect([beside.order, beside.currentId]).toEqual([["f", "a"], "a"])
  })
})

describe("a question that waits for a connection", () => {
  it("is read as an ordinary failure where it has no key to be sent under", () => {
    const failure = { kind: "network", unreached: true } as const
    const waiting: Message = { id: "r", date: 2, role: "assistant", content: "", failure, queued: { at: 2 } }
    const [keyless, keyed] = [waiting, { ...waiting, id: "k", idempotencyKey: "key" }]
    const read = after({ type: "messages-loaded", sessionId: "a", messages: [keyless, keyed] }).messages["a"]
    expect(read?.map(({ queued }) => queued)).toEqual([undefined, { at: 2 }])
    expect(read?.[0]).toMatchObject({ failure })
  })

  it("waits on for what was agreed to since, and waits no more for it once it is being sent", () => {
    const place = { sessionId: "a", messageId: "r1" } as const
    const failure = { kind: "network", unreached: true } as const
    const queued = { at: 9, agreedMicro: 7 }
    const state = after(asked("a"), { ...place, type: "answer-failed", failure, now: 2, queued: { at: 2 } })
    const agreed = applyConversationEvent(state, { ...place, type: "answer-agreed", queued })
    expect(agreed.messages["a"]?.[1]).toMatchObject({ failure, queued })
    const sent = applyConversationEvent(agreed, { ...place, type: "answer-resumed" })
    expect(applyConversationEvent(sent, { ...place, type: "answer-agreed", queued })).toBe(sent)
  })

  it("waits in its own conversation only: in a copy it is an ordinary failure", () => {
    const failure = { kind: "network", unreached: true } as const
    const state = after(asked("a"), {
      type: "answer-failed",
      sessionId: "a",
      messageId: "r1",
      failure,
      now: 2,
      queued: { at: 2 },
    })
    const place = { id: "f", now: 99, newId: () => "n" }
    const copy = forkSession(state.sessions["a"] ?? fresh("?"), state.messages["a"] ?? [], place)
    expect(copy.messages[1]).toMatchObject({ failure })
    expect(copy.messages[1]?.queued).toBeUndefined()
  })
})

describe("a new conversation", () => {
  it("takes the place of an unused one, wherever that stands in the list", () => {
    const state = after(created("b"), { type: "session-renamed", sessionId: "b", topic: "Enem" })
    expect(selectUnusedSession(state)?.id).toBe("a")
    const reused = applyConversationEvent(state, { type: "session-reused", sessionId: "a", now: 5 })
    expect([reused.order, reused.currentId, reused.sessions["a"]?.lastUpdate]).toEqual([["a", "b"], "a", 5])
    expect(selectUnusedSession(after(asked("a")))).toBeUndefined()
  })

  it("made from another has its topic with the next free number", () => {
    expect(branchTopic("Aluguel", ["Aluguel"])).toBe("Aluguel (2)")
    expect(branchTopic("Aluguel (2)", ["Aluguel", "Aluguel (2)"])).toBe("Aluguel (3)")
    expect(branchTopic("", ["Aluguel"])).toBe("")
    expect(branchTopic("Copa do Mundo (2022)", ["Copa do Mundo (2022)"])).toBe("Copa do Mundo (2022) (2)")
  })
})

describe("another tab", () => {
  const elsewhere = (
    change: Partial<Extract<ConversationEvent, { type: "sessions-changed-elsewhere" }>>,
  ): ConversationEvent => ({
    type: "sessions-changed-elsewhere",
    changed: [],
    removed: [],
    order: ["a", "b"],
    messages: {},
    fresh: fresh("n"),
    ...change,
  })

  it("adds its sessions without changing what is selected here", () => {
    const state = after(elsewhere({ changed: [fresh("b")], order: ["b", "a"] }))
    expect([state.order, state.currentId]).toEqual([["b", "a"], "a"])
  })

  it("does not overwrite an answer that arrives in this one", () => {
    const stale = [userMessage("q1", 10, "pergunta 1"), pendingAnswer("r1", 11, "gpt-5")]
    const state = after(
      asked("a"),
      said("a", "muito mais"),
      elsewhere({ changed: [{ ...fresh("a"), topic: "Título" }], messages: { a: stale } }),
    )
    expect(answerOf(state, "a")?.content).toBe("muito mais")
    expect(state.sessions["a"]?.topic).toBe("Título")
  })

  it("shows here what arrives and what is deleted there", () => {
    const settled = after(asked("a"), said("a", "sim"), finished("a"))
    const theirs = [userMessage("q2", 30, "outra")]
    const state = applyConversationEvent(settled, elsewhere({ changed: [fresh("a")], messages: { a: theirs } }))
    expect(selectMessages(state, "a")).toEqual(theirs)
    expect(state.sessions["a"]?.messageCount).toBe(1)
  })

  it("brings back what was deleted here and is talked in there", () => {
    const deleted = after(created("b"), { type: "session-deleted", sessionId: "b", fresh: fresh("n") })
    expect(applyConversationEvent(deleted, elsewhere({ changed: [fresh("b")] })).order).toEqual(["a"])
    const talkedIn = { ...fresh("b"), messageCount: 2 }
    const back = applyConversationEvent(deleted, elsewhere({ changed: [talkedIn] }))
    expect(back.order).toContain("b")
    expect(applyConversationEvent(back, { type: "session-purged", sessionId: "b" }).order).toContain("b")
  })

  it("deletes here what it deleted, unless an answer is arriving in it", () => {
    expect(after(created("b"), elsewhere({ removed: ["b"] })).order).toEqual(["a"])
    expect(after(created("b"), asked("b"), elsewhere({ removed: ["b"] })).order).toContain("b")
    expect(after(elsewhere({ removed: ["a"] })).order).toEqual(["n"])
    // Many at once, among them one that is deleted here already and one in which an answer arrives.
    const many = after(created("b"), created("c"), created("d"), deleted("b"), asked("c"))
    const left = applyConversationEvent(many, elsewhere({ removed: ["a", "b", "c", "d"], order: ["c"] }))
    expect([left.order, Object.keys(left.sessions), Object.keys(left.messages)]).toEqual([["c"], ["c"], ["c"]])
    expect([left.deleted, left.live]).toEqual([{}, { r1: "c" }])
  })
})

describe("whatever happens", () => {
  const sessionId = fc.constantFrom("a", "b", "c")
  const name = fc.constantFrom("1", "2", "3", "4")
  const harmless: fc.Arbitrary<ConversationEvent> = fc.oneof(
    sessionId.map(created),
    sessionId.map((id): ConversationEvent => ({ type: "session-selected", sessionId: id })),
    sessionId.map(deleted),
    sessionId.map((id): ConversationEvent => ({ type: "session-restored", sessionId: id })),
    fc
      .tuple(sessionId, sessionId, fc.constantFrom("before", "after"))
      .map(([id, besideId, side]): ConversationEvent => ({ type: "session-moved", sessionId: id, besideId, side })),
    fc.tuple(sessionId, name).map(([id, n]) => asked(id, `${id}${n}`)),
    fc.tuple(sessionId, name).map(([id, n]) => said(id, "texto", `${id}${n}`)),
    fc.tuple(sessionId, name).map(([id, n]) => finished(id, `${id}${n}`)),
    sessionId.map((id): ConversationEvent => ({ type: "context-cleared", sessionId: id })),
    sessionId.map((id): ConversationEvent => ({ type: "messages-loaded", sessionId: id, messages: [] })),
  )

  it("no message is lost that nobody deleted, one session is always selected, and counts are true", () => {
    fc.assert(
      fc.property(fc.array(harmless, { maxLength: 40 }), (events) => {
        let state = after()
        for (const event of events) {
          // The same message is not sent twice.
          if (event.type === "message-sent" && state.messages[event.sessionId]?.some((m) => m.id === event.question.id))
            continue
          const before = state
          state = applyConversationEvent(state, event)
          for (const [id, messages] of Object.entries(before.messages)) {
            const kept = new Set(state.messages[id]?.map((message) => message.id))
            expect(messages.every((message) => kept.has(message.id))).toBe(true)
          }
          expect(state.order).toContain(state.currentId)
          expect(new Set(state.order).size).toBe(state.order.length)
          for (const [id, messages] of Object.entries(state.messages)) {
            expect(state.sessions[id]?.messageCount).toBe(messages.length)
          }
        }
      }),
    )
  })
})
