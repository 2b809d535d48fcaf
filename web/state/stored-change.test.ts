import { describe, expect, test } from "vitest"
import type { ConversationEvent } from "#core/conversation/conversation-event.ts"
import { openConversations, type ConversationState } from "#core/conversation/conversation-state.ts"
import { userMessage, type Message } from "#core/conversation/message.ts"
import { newSession, type Session } from "#core/conversation/session.ts"
import { applyConversationEvent } from "#core/conversation/session-reducer.ts"
import { sessionShape } from "#core/conversation/shapes.ts"
import { defaultModelConfig } from "#core/settings/model-config.ts"
import { writeRow } from "#core/storage/merge.ts"
import { nextStamp } from "#core/storage/stamp.ts"
import { storedChange, type Positions } from "./stored-change.ts"

const session = (id: string, more: Partial<Session> = {}): Session => ({
  ...newSession({ id, now: 0, modelConfig: defaultModelConfig, lang: "pt" }),
  ...more,
})
const said = (id: string, date: number): Message => userMessage(id, date, id)

/** A state of these conversations and the messages that were read of them. */
const stateOf = (
  sessions: readonly Session[],
  messages: Readonly<Record<string, readonly Message[]>> = {},
): ConversationState => ({
  ...openConversations({ sessions, order: [], currentId: undefined, fresh: session("fresh") }),
  messages,
})
const change = (before: ConversationState, after: ConversationState, positions: Positions = new Map()) =>
  storedChange(before, after, positions)
/** The places of the messages that are written, by id. */
const placesIn = ({ messages }: ReturnType<typeof storedChange>) =>
  Object.fromEntries(messages.map(({ after }) => [after.id, after.position]))

describe("what is written of a change", () => {
  test("is nothing of what stayed the same object", () => {
    const one = session("s")
    const history = [said("a", 1)]
    const before = stateOf([one], { s: history })
    for (const after of [before, { ...before }, { ...before, messages: { s: history } }]) {
      expect(change(before, after)).toEqual({
        sessions: [],
        removedSessions: [],
        messages: [],
        removedMessages: [],
        folders: [],
        removedFolders: [],
      })
    }
  })

  test("is a record as it was and as it is, so that others' changes of it stay", () => {
    const [old, now] = [session("s"), session("s", { topic: "Nome" })]
    const { sessions } = change(stateOf([old]), stateOf([now]))
    expect(sessions).toEqual([{ before: old, after: now }])
    expect(change(stateOf([session("other")]), stateOf([session("other"), now])).sessions[1]).toEqual({ after: now })
  })

  test("is the removal of a message that is gone, and of none of a conversation that was never read", () => {
    const one = session("s")
    const [a, b] = [said("a", 1), said("b", 2)]
    expect(change(stateOf([one], { s: [a, b] }), stateOf([one], { s: [b] })).removedMessages).toEqual(["a"])
    expect(change(stateOf([one], { s: [a, b] }), stateOf([one])).removedMessages).toEqual([])
  })

  test("is the removal of a conversation, its messages going with it", () => {
    const kept = session("kept")
    const before = stateOf([session("s"), kept], { s: [said("a", 1)] })
    const after = { ...before, sessions: { kept }, messages: {}, order: ["kept"] }
    expect(change(before, after)).toMatchObject({ removedSessions: ["s"], removedMessages: [], order: ["kept"] })
  })

  test("is nothing at all of a temporary conversation, neither its messages, nor its place, nor its end", () => {
    const kept = session("kept")
    const secret = session("t", { temporary: true })
    const before = stateOf([kept])
    const begun: ConversationState = {
      ...before,
      sessions: { kept, t: secret },
      order: ["t", "kept"],
      currentId: "t",
      messages: { t: [said("a", 1)] },
    }
    const empty = { sessions: [], removedSessions: [], messages: [], removedMessages: [] }
    expect(change(before, begun)).toMatchObject({ ...empty, order: ["kept"] })
    expect(change(before, begun)).not.toHaveProperty("currentId")
    expect(change(begun, { ...before, order: [...before.order] })).toMatchObject(empty)
  })
})

describe("every change of a conversation is stamped at the part that it changes, and nowhere else", () => {
  const born = nextStamp({ device: "device-one" }, 1_000)
  const stamp = nextStamp({ device: "device-one", last: born }, 2_000)
  const history = [said("a", 10), said("b", 20)]
  const marked = {
    memoryPrompt: "resumo",
    memoryEditedAt: 1,
    messageCount: 2,
    pinned: true,
    memoryPaused: true,
  } as const
  /** The parts of the conversation that have the stamp of an event. */
  const stampedBy = (event: ConversationEvent, more: Partial<Session> = {}): readonly string[] => {
    const positions: Positions = new Map(history.map(({ id, date }) => [id, date]))
    const before = stateOf([session("s", { messageCount: 2, ...more }), session("t", { listedAt: 9 })], { s: history })
    const [written] = change(before, applyConversationEvent(before, event), positions).sessions
    if (written?.before === undefined) return []
    const stored = { id: "s", version: 1, value: written.before, sync: { born } }
    const { sync } = writeRow(sessionShape, stored, { id: "s", version: 1, ...written, stamp })
    const texts = Object.entries(sync?.texts ?? {}).flatMap(([part, { c }]) => (c === stamp ? [part] : []))
    return [...Object.entries(sync?.at ?? {}).flatMap(([part, c]) => (c === stamp ? [part] : [])), ...texts].sort()
  }

  test.each<[ConversationEvent, readonly string[], Partial<Session>?]>([
    [{ type: "session-renamed", sessionId: "s", topic: "Bolo" }, ["topic"]],
    [{ type: "session-pinned", sessionId: "s", pinned: true }, ["place"]],
    [{ type: "session-pinned", sessionId: "s", pinned: false }, ["place"], marked],
    [{ type: "session-filed", sessionId: "s", folderId: "f" }, ["place"]],
    [{ type: "session-moved", sessionId: "s", side: "after", besideId: "t" }, ["place"]],
    [{ type: "model-chosen", sessionId: "s", model: "o3", providerName: "OpenAI" }, ["mask.model"]],
    [{ type: "search-chosen", sessionId: "s", on: true }, ["mask.modelConfig.enable_web_search", "searchChosen"]],
    [{ type: "mask-changed", sessionId: "s", mask: { name: "Cozinheira" } }, ["mask.name"]],
    [{ type: "mask-changed", sessionId: "s", mask: { context: [said("c", 1)] } }, ["mask.context"]],
    [{ type: "memory-edited", sessionId: "s", memoryPrompt: "meu" }, ["memory"]],
    [{ type: "summary-written", sessionId: "s", memoryPrompt: "dele", lastSummarizeIndex: 1 }, ["memory"]],
    [{ type: "memory-paused", sessionId: "s", paused: true }, ["memoryPaused"]],
    [{ type: "memory-paused", sessionId: "s", paused: false }, ["memoryPaused"], marked],
    [{ type: "context-cleared", sessionId: "s" }, ["marks.cleared"]],
    [{ type: "context-restored", sessionId: "s" }, ["marks.cleared"], { clearContextIndex: 2 }],
    [{ type: "session-reset", sessionId: "s", now: 5 }, ["memory"], marked],
    [{ type: "model-told", sessionId: "s", change: "a→b" }, ["modelTold"]],
  ])("%j", (event, parts, more) => {
    expect(stampedBy(event, more)).toEqual(parts)
  })
})

describe("the place of a message", () => {
  const one = session("s")
  const write = (messages: readonly Message[], positions: Positions = new Map()) =>
    placesIn(change(stateOf([one]), stateOf([one], { s: messages }), positions))

  test("is its time, so that what two tabs add keeps its order", () => {
    expect(write([said("a", 1_000), said("b", 2_000)])).toEqual({ a: 1_000, b: 2_000 })
  })

  test("is after the one before also where a clock was set back", () => {
    expect(write([said("a", 2_000), said("b", 1_000)])).toEqual({ a: 2_000, b: 2_001 })
  })

  test("is the one it has, whatever its time", () => {
    expect(write([said("a", 1_000)], new Map([["a", 7]]))).toEqual({ a: 7 })
  })

  test("lies between its neighbours where it comes between two that are stored", () => {
    const places: Positions = new Map([
      ["a", 1_000],
      ["c", 1_001],
    ])
    expect(write([said("a", 1_000), said("b", 5_000), said("c", 1_001)], places)["b"]).toBe(1_000.5)
  })

  test("marks a conversation where its messages stand", () => {
    const marked = session("s", { lastSummarizeIndex: 1, clearContextIndex: 2 })
    const { sessions } = change(stateOf([one]), stateOf([marked], { s: [said("a", 1_000), said("b", 2_000)] }))
    expect(sessions[0]?.after.marks).toEqual({ summarized: 1_000, cleared: 2_000 })
  })
})
