import { describe, expect, test } from "vitest"
import { openConversations, type ConversationState } from "#core/conversation/conversation-state.ts"
import type { ConversationEvent } from "#core/conversation/conversation-event.ts"
import { pendingAnswer, userMessage } from "#core/conversation/message.ts"
import { newSession, type Session } from "#core/conversation/session.ts"
import { applyConversationEvent } from "#core/conversation/session-reducer.ts"
import { defaultModelConfig } from "#core/settings/model-config.ts"
import { begunIn, saidIn } from "./before-opening.ts"

const session = (id: string): Session => newSession({ id, now: 1_000, modelConfig: defaultModelConfig, lang: "pt" })
const opening = openConversations({ sessions: [], order: [], currentId: undefined, fresh: session("empty") })
const after = (...events: readonly ConversationEvent[]): ConversationState =>
  events.reduce(applyConversationEvent, opening)
const says = (sessionId: string): ConversationEvent => ({
  type: "message-sent",
  sessionId,
  question: userMessage(`${sessionId}-q`, 2_000, "Oi"),
  answer: pendingAnswer(`${sessionId}-a`, 2_000, "gpt-5"),
})
const begins = (id: string, temporary = false): ConversationEvent => ({
  type: "session-created",
  session: { ...session(id), ...(temporary ? { temporary } : {}) },
})
const idsOf = (sessions: readonly Session[]) => sessions.map(({ id }) => id)

describe("what is begun before the storage is open", () => {
  test("is not the empty conversation that stands there", () => {
    expect(begunIn(opening)).toEqual([])
    expect(saidIn(opening)).toBeUndefined()
  })

  test("is each conversation in which something was said, a temporary one, and the one that somebody went to", () => {
    expect(idsOf(begunIn(after(says("empty"))))).toEqual(["empty"])
    expect(idsOf(begunIn(after(begins("secret", true))))).toEqual(["secret"])
    expect(idsOf(begunIn(after(says("empty"), begins("next"))))).toEqual(["next", "empty"])
  })

  test("is noted with what was said, without a place in the list, and nothing of a temporary one", () => {
    const change = saidIn(after(says("empty"), begins("secret", true), says("secret")))
    expect(change?.sessions.map((one) => [one.before, one.after.id])).toEqual([[undefined, "empty"]])
    expect(change?.messages.map((one) => one.after.id)).toEqual(["empty-q", "empty-a"])
    expect(change?.order).toBeUndefined()
    expect(JSON.stringify(change)).not.toContain("secret")
  })
})
