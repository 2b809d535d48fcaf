import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { defaultModelConfig } from "../settings/model-config.ts"
import type { ConversationEvent } from "./conversation-event.ts"
import { openConversations, type ConversationState } from "./conversation-state.ts"
import { listConversations, listedSessions, selectNeighbour } from "./listing.ts"
import { pendingAnswer, userMessage } from "./message.ts"
import { applyConversationEvent } from "./session-reducer.ts"
import { newSession, type Session } from "./session.ts"

const session = (id: string, lastUpdate: number, more: Partial<Session> = {}): Session => ({
  ...newSession({ id, now: lastUpdate, modelConfig: defaultModelConfig, lang: "pt" }),
  ...more,
})

function open(...sessions: readonly Session[]): ConversationState {
  return openConversations({ sessions, order: [], currentId: undefined, fresh: session("fresh", 0) })
}

const after = (state: ConversationState, ...events: readonly ConversationEvent[]) =>
  events.reduce(applyConversationEvent, state)

/** The list in one line: "pinned | folder: its chats | others". */
function present(state: ConversationState): string {
  const { temporary, pinned, folders, others } = listConversations(state)
  const ids = (sessions: readonly Session[]) => sessions.map(({ id }) => id).join(" ")
  return [ids(temporary), ids(pinned), ...folders.map((one) => `${one.folder.name}: ${ids(one.sessions)}`), ids(others)]
    .filter((part) => part !== "")
    .join(" | ")
}

const moved = (sessionId: string, side: "before" | "after", besideId: string): ConversationEvent => ({
  type: "session-moved",
  sessionId,
  side,
  besideId,
})
const work: ConversationEvent = {
  type: "folder-created",
  folder: { id: "f", name: "Trabalho", collapsed: false, createdAt: 1 },
}
const filed = (sessionId: string, folderId?: string): ConversationEvent => ({
  type: "session-filed",
  sessionId,
  folderId,
})
const pinned = (sessionId: string): ConversationEvent => ({ type: "session-pinned", sessionId, pinned: true })

describe("the list", () => {
  const four = open(session("a", 400), session("b", 300), session("c", 200), session("d", 100))

  it("begins with what was touched last", () => expect(present(four)).toBe("a b c d"))

  it("shows temporary conversations first, then the pinned, then folders, then the others", () => {
    const state = after(four, work, pinned("d"), filed("b", "f"), {
      type: "session-created",
      session: session("t", 1, { temporary: true }),
    })
    expect(present(state)).toBe("t | d | Trabalho: b | a c")
  })

  it("keeps the conversations of a deleted folder", () => {
    const state = after(four, work, filed("b", "f"), { type: "folder-deleted", folderId: "f" })
    expect(present(state)).toBe("a b c d")
  })

  it("keeps where a conversation was moved to, until something is said in it", () => {
    const state = after(four, moved("d", "before", "b"))
    expect(present(state)).toBe("a d b c")
    const said = after(state, {
      type: "message-sent",
      sessionId: "d",
      question: userMessage("q", 500, "oi"),
      answer: pendingAnswer("r", 500, "gpt-5"),
    })
    expect(present(said)).toBe("d a b c")
  })

  it("takes a moved conversation into the part of the list where it is put", () => {
    const state = after(four, work, filed("b", "f"), moved("d", "after", "b"))
    expect(present(state)).toBe("Trabalho: b d | a c")
    expect(present(after(state, moved("b", "before", "c")))).toBe("Trabalho: d | a b c")
    expect(present(after(four, pinned("c"), moved("a", "before", "c")))).toBe("a c | b d")
  })

  it("stays close to the neighbour a conversation is put beside, so that both are of one day", () => {
    const state = after(four, moved("d", "after", "a"))
    expect(state.sessions["d"]?.listedAt).toBeGreaterThan(399)
    expect(after(four, moved("a", "before", "d")).sessions["a"]?.listedAt).toBeLessThan(101)
  })

  it("has room between conversations of the same moment", () => {
    const same = open(session("a", 100), session("b", 100), session("c", 100), session("d", 100))
    const [one = "", two = "", three = "", four = ""] = listedSessions(listConversations(same), {
      collapsed: true,
    }).map(({ id }) => id)
    expect(present(after(same, moved(four, "after", one)))).toBe([one, four, two, three].join(" "))
    expect(present(after(same, moved(one, "before", four)))).toBe([two, three, one, four].join(" "))
  })

  it("can be put in any order, whatever the times", () => {
    const ids = ["a", "b", "c", "d", "e"]
    const times = fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 5, maxLength: 5 })
    const move = fc.tuple(
      fc.constantFrom(...ids),
      fc.constantFrom("before" as const, "after" as const),
      fc.constantFrom(...ids),
    )
    fc.assert(
      fc.property(times, fc.array(move, { maxLength: 20 }), (touched, moves) => {
        let state = open(...ids.map((id, index) => session(id, touched[index] ?? 0)))
        let expected = present(state).split(" ")
        for (const [id, side, besideId] of moves) {
          if (id === besideId) continue
          state = after(state, moved(id, side, besideId))
          const rest = expected.filter((one) => one !== id)
          expected = rest.toSpliced(rest.indexOf(besideId) + (side === "after" ? 1 : 0), 0, id)
        }
        expect(present(state)).toBe(expected.join(" "))
      }),
    )
  })

  it("goes around its ends to the previous and next one, past a collapsed folder", () => {
    expect([selectNeighbour(four, 1), selectNeighbour(four, -1)]).toEqual(["b", "d"])
    const collapsed = after(four, work, filed("b", "f"), { type: "folder-collapsed", folderId: "f", collapsed: true })
    expect(selectNeighbour(collapsed, 1)).toBe("c")
    const inside = after(collapsed, { type: "session-selected", sessionId: "b" })
    expect([selectNeighbour(inside, 1), selectNeighbour(inside, -1)]).toEqual(["a", "d"])
  })

  it("selects what stood below a deleted conversation, or above the last", () => {
    const fresh = session("n", 0)
    const gone = (id: string): ConversationEvent => ({ type: "session-deleted", sessionId: id, fresh })
    expect(after(four, gone("a")).currentId).toBe("b")
    expect(after(four, { type: "session-selected", sessionId: "d" }, gone("d")).currentId).toBe("c")
  })

  it("does not keep a temporary conversation anywhere", () => {
    const state = after(four, { type: "session-created", session: session("t", 1, { temporary: true }) }, work)
    expect(
      present(after(state, pinned("t"), filed("t", "f"), moved("t", "before", "a"), moved("a", "after", "t"))),
    ).toBe("t | Trabalho:  | a b c d")
  })
})
