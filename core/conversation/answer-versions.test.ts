import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { contentText } from "../gateway/content.ts"
import { defaultModelConfig } from "../settings/model-config.ts"
import { versionPlace } from "./answer-versions.ts"
import { buildContext } from "./context-window.ts"
import type { ConversationEvent } from "./conversation-event.ts"
import { openConversations, type ConversationState } from "./conversation-state.ts"
import { marksOf, withCountedMarks } from "./marks.ts"
import { fromRecord, toRecord } from "./message-record.ts"
import { pendingAnswer, userMessage, type AnswerVersion } from "./message.ts"
import { readMessage } from "./read-message.ts"
import { applyConversationEvent } from "./session-reducer.ts"
import { forkSession, newSession } from "./session.ts"

const session = newSession({ id: "s", now: 0, modelConfig: defaultModelConfig, lang: "pt" })
const at = { sessionId: "s", messageId: "r" } as const

function after(...events: readonly ConversationEvent[]): ConversationState {
  const start = openConversations({ sessions: [], order: [], currentId: undefined, fresh: session })
  return events.reduce(applyConversationEvent, start)
}

const asked: ConversationEvent = {
  type: "message-sent",
  sessionId: "s",
  question: userMessage("q", 1, "pergunta"),
  answer: pendingAnswer("r", 1, "gpt-5"),
}
const answered = (text: string): readonly ConversationEvent[] => [
  { ...at, type: "answer-advanced", events: text === "" ? [] : [{ type: "text-delta", text }] },
  { ...at, type: "answer-finished", now: 2 },
]
const retried = (question?: string): ConversationEvent => ({
  ...at,
  type: "answer-retried",
  answer: pendingAnswer("r", 3, "gpt-5"),
  ...(question === undefined ? {} : { question }),
})
const shown = (step: number): ConversationEvent => ({ ...at, type: "version-shown", step })

/** "question > answer (place/count)". */
function present(state: ConversationState): string {
  const [question, answer] = state.messages["s"] ?? []
  if (question === undefined || answer === undefined) return ""
  const { at: place, of } = versionPlace(answer)
  return `${contentText(question.content)} > ${contentText(answer.content)} (${place}/${of})`
}

describe("an answer asked again", () => {
  it("keeps the earlier one as a version that can be shown again", () => {
    const state = after(asked, ...answered("um"), retried(), ...answered("dois"))
    expect(present(state)).toBe("pergunta > dois (2/2)")
    const back = applyConversationEvent(state, shown(-1))
    expect(present(back)).toBe("pergunta > um (1/2)")
    expect(applyConversationEvent(back, shown(1))).toEqual(state)
  })

  it("that failed is not sent; with the earlier one its question goes along again", () => {
    const failed: ConversationEvent = { ...at, type: "answer-failed", failure: { kind: "empty-answer" }, now: 4 }
    const state = after(asked, ...answered("um"), retried(), failed)
    const next = userMessage("n", 5, "seguinte")
    const sent = (after: ConversationState) =>
      buildContext({ session, history: after.messages["s"] ?? [], question: next, config: defaultModelConfig })
        .map(({ content }) => contentText(content))
        .join(" > ")
    expect(sent(state)).toBe("seguinte")
    const back = applyConversationEvent(state, shown(-1))
    expect(sent(back)).toBe("pergunta > um > seguinte")
    expect(sent(applyConversationEvent(back, shown(1)))).toBe("seguinte")
  })

  it("is sent along as the version that is shown", () => {
    const state = after(asked, ...answered("um"), retried(), ...answered("dois"), shown(-1))
    const context = buildContext({
      session,
      history: state.messages["s"] ?? [],
      question: userMessage("n", 9, "e daí?"),
      config: defaultModelConfig,
    })
    expect(context.map(({ content }) => content)).toEqual(["pergunta", "um", "e daí?"])
  })

  it("in other words shows with each version what was asked for it", () => {
    const state = after(asked, ...answered("um"), retried("outra"), ...answered("dois"))
    expect(present(state)).toBe("outra > dois (2/2)")
    const back = applyConversationEvent(state, shown(-1))
    expect(present(back)).toBe("pergunta > um (1/2)")
    expect(present(applyConversationEvent(back, shown(1)))).toBe("outra > dois (2/2)")
  })

  it("stands after all others, also when an earlier one was shown", () => {
    const state = after(
      asked,
      ...answered("um"),
      retried(),
      ...answered("dois"),
      shown(-1),
      retried(),
      ...answered("três"),
    )
    expect(present(state)).toBe("pergunta > três (3/3)")
    expect(present(applyConversationEvent(state, shown(-2)))).toBe("pergunta > um (1/3)")
  })

  it("leaves no version of one that said nothing", () => {
    expect(present(after(asked, ...answered(""), retried(), ...answered("um")))).toBe("pergunta > um (1/1)")
  })

  it("stays in sight while it arrives, and past the first and last version", () => {
    const arriving = after(asked, ...answered("um"), retried())
    expect(applyConversationEvent(arriving, shown(-1))).toBe(arriving)
    const state = after(asked, ...answered("um"))
    expect(applyConversationEvent(state, shown(1))).toBe(state)
  })

  describe("and waiting for a connection", () => {
    const queued: ConversationEvent = {
      ...at,
      type: "answer-failed",
      failure: { kind: "network", unreached: true },
      now: 4,
      queued: { at: 4 },
    }
    const withdrawn: ConversationEvent = { ...at, type: "answer-withdrawn" }

    it("gives its place back to the answer before when it is taken back, with the question as it was", () => {
      const answeredOnce = after(asked, ...answered("um"))
      const state = after(asked, ...answered("um"), retried("outra"), queued, withdrawn)
      expect(state.messages).toEqual(answeredOnce.messages)
    })

    it("leaves the other versions when it is taken back, and the last of them is shown", () => {
      const state = after(
        asked,
        ...answered("um"),
        retried(),
        ...answered("dois"),
        shown(-1),
        retried(),
        queued,
        withdrawn,
      )
      expect(present(state)).toBe("pergunta > dois (2/2)")
      expect(present(applyConversationEvent(state, shown(-1)))).toBe("pergunta > um (1/2)")
    })

    it("changes nothing when it is taken back without an answer before it", () => {
      const state = after(asked, queued)
      expect(applyConversationEvent(state, withdrawn)).toBe(state)
    })

    it("stays in sight, because it is sent from there", () => {
      const state = after(asked, ...answered("um"), retried(), queued)
      expect(applyConversationEvent(state, shown(-1))).toBe(state)
    })

    it("waits no more where an earlier page has put it aside", () => {
      const state = after(asked, ...answered("um"))
      const [question, answer] = state.messages["s"] ?? []
      const waiting = { date: 3, content: "", failure: { kind: "network" }, queued: { at: 3 } } as const
      const stored = {
        ...state,
        messages: { s: [question!, { ...answer!, versions: { before: [], after: [waiting] } }] },
      }
      const back = applyConversationEvent(stored, shown(1)).messages["s"]?.[1]
      expect(back).toMatchObject({ failure: { kind: "network" } })
      expect(back?.queued).toBeUndefined()
    })
  })

  describe("with its versions under another question, since the messages between were deleted", () => {
    const gone = ["r1", "q"].map((messageId) => ({ type: "message-deleted", sessionId: "s", messageId }) as const)
    const earlier: ConversationEvent = {
      type: "message-sent",
      sessionId: "s",
      question: userMessage("q1", 0, "primeira"),
      answer: { ...pendingAnswer("r1", 0, "gpt-5"), streaming: false },
    }
    const renewed = [earlier, asked, ...answered("um"), retried("outra"), ...answered("dois")]

    it("leaves that one its words, whichever is shown", () => {
      const state = after(...renewed, ...gone, shown(-1))
      expect(present(state)).toBe("primeira > um (1/2)")
      expect(present(applyConversationEvent(state, shown(1)))).toBe("primeira > dois (2/2)")
    })

    it("shows with each version of its own question what was asked for it, once that is back", () => {
      const back: ConversationEvent = {
        type: "message-restored",
        sessionId: "s",
        message: userMessage("q", 1, "outra"),
        index: 1,
      }
      const state = after(...renewed, ...gone, back, shown(-1))
      expect(state.messages["s"]?.map(({ content }) => content)).toEqual(["primeira", "pergunta", "um"])
    })

    describe.each([["noted"], ["not noted, by an earlier page,"]])("which was %s", (how) => {
      const unnoted = ({ questionId: _id, ...version }: AnswerVersion): AnswerVersion => version
      const pageOf = (state: ConversationState): ConversationState => {
        if (how === "noted") return state
        const messages = (state.messages["s"] ?? []).map(({ questionId: _id, versions, ...message }) => ({
          ...message,
          ...(versions && {
            versions: {
              before: versions.before.map(unnoted),
              after: versions.after.map(unnoted),
            },
          }),
        }))
        return { ...state, messages: { s: messages } }
      }
      const third = { ...retried("mais outra"), answer: pendingAnswer("r", 5, "gpt-5") }
      const back = (content: string): ConversationEvent => ({
        type: "message-restored",
        sessionId: "s",
        message: userMessage("q", 1, content),
        index: 1,
      })
      const said = (state: ConversationState) =>
        state.messages["s"]?.slice(1).map(({ content }) => contentText(content))
      /** What is read with each version, from the first to the last and back. */
      const tour = (state: ConversationState) => {
        let now = [shown(-1), shown(-1)].reduce(applyConversationEvent, state)
        const read = [said(now)]
        for (const step of [1, 1, -1, -1]) {
          now = applyConversationEvent(now, shown(step))
          read.push(said(now))
        }
        return read
      }
      const [one, two, three] = [
        ["pergunta", "um"],
        ["outra", "dois"],
        ["mais outra", "três"],
      ]

      it.each([[[]], [[-1]], [[-1, -1]], [[-1, 1]], [[-1, -1, 1, 1]]])(
        "loses none of its words, turned by %j before the deletion is undone",
        (steps) => {
          const asOf = pageOf(after(...renewed, third, ...answered("três")))
          const turnedAway = [...gone, ...steps.map(shown)].reduce(applyConversationEvent, asOf)
          expect(present(turnedAway)).toContain("primeira")
          const restored = applyConversationEvent(turnedAway, back("mais outra"))
          // Away from the version that was turned to, and back.
          const away = [shown(1), shown(1), shown(-1), shown(-1), shown(1), shown(1)]
          const state = away.reduce(applyConversationEvent, restored)
          expect(tour(state)).toEqual([one, two, three, two, one])
        },
      )

      it("keeps its words in a record, too, which is joined with others", () => {
        const state = [...gone, shown(-1)].reduce(applyConversationEvent, pageOf(after(...renewed)))
        const message = state.messages["s"]![1]!
        const placed = { id: "r", sessionId: "s", position: 1, message }
        expect(message.question).toBe("pergunta")
        expect(fromRecord(toRecord(placed))).toEqual(placed)
        expect(readMessage(message)).toEqual({ value: message, isWhole: true })
      })

      it("loses no words where the version before the shown one is withdrawn", () => {
        const state = [...gone, { ...at, type: "answer-withdrawn" } as const].reduce(
          applyConversationEvent,
          pageOf(after(...renewed)),
        )
        expect(present(state)).toBe("primeira > um (1/1)")
        const again = [back("outra"), retried("ainda outra"), ...answered("dois"), shown(-1)]
        expect(said(again.reduce(applyConversationEvent, state))).toEqual(one)
      })
    })

    it("leaves that one its words where an earlier page did not note which question it was", () => {
      const state = after(...renewed, ...gone)
      const [first, answer] = state.messages["s"] ?? []
      const { questionId: _, ...unnoted } = answer!
      const before = answer!.versions!.before.map(({ questionId: _id, ...version }) => version)
      const stored = { ...state, messages: { s: [first!, { ...unnoted, versions: { before, after: [] } }] } }
      expect(present(applyConversationEvent(stored, shown(-1)))).toBe("primeira > um (1/2)")
    })
  })

  it("shows what an earlier page noted of its question, where both began as one", () => {
    const state = after(asked, ...answered("um"), retried("outra"), ...answered("dois"))
    const [question, answer] = state.messages["s"] ?? []
    const { questionId: _, ...unnoted } = answer!
    const before = answer!.versions!.before.map(({ questionId: _id, ...version }) => version)
    const stored = { ...state, messages: { s: [question!, { ...unnoted, versions: { before, after: [] } }] } }
    expect(present(applyConversationEvent(stored, shown(-1)))).toBe("pergunta > um (1/2)")
  })

  it("knows its question in a copy of its conversation, too", () => {
    const state = after(asked, ...answered("um"), retried("outra"), ...answered("dois"))
    let count = 0
    const place = { id: "f", now: 9, newId: () => `n${count++}` }
    const { messages } = forkSession(session, state.messages["s"] ?? [], place)
    const copied = { ...state, messages: { s: messages } }
    const back = applyConversationEvent(copied, { ...shown(-1), messageId: "n1" } as ConversationEvent)
    expect(present(back)).toBe("pergunta > um (1/2)")
  })

  it("never loses a version, whatever is shown in between", () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.constant("retry"), fc.integer({ min: -3, max: 3 })), { maxLength: 12 }),
        (steps) => {
          let state = after(asked, ...answered("0"))
          let count = 1
          for (const step of steps) {
            if (step === "retry") {
              state = [retried(), ...answered(String(count))].reduce(applyConversationEvent, state)
              count++
            } else if (typeof step === "number") state = applyConversationEvent(state, shown(step))
          }
          const answer = state.messages["s"]?.[1]
          const all = [...(answer?.versions?.before ?? []), answer, ...(answer?.versions?.after ?? [])]
          expect(all.map((version) => contentText(version?.content))).toEqual(
            Array.from({ length: count }, (_, index) => String(index)),
          )
        },
      ),
    )
  })
})

describe("the memory", () => {
  const two = [asked, ...answered("um")]
  const written: ConversationEvent = { type: "memory-edited", sessionId: "s", memoryPrompt: "gosto de café" }
  const isSent = (state: ConversationState) =>
    buildContext({
      session: state.sessions["s"] ?? session,
      history: state.messages["s"] ?? [],
      question: userMessage("n", 9, "e daí?"),
      config: defaultModelConfig,
    }).some(({ content }) => contentText(content).includes("gosto de café"))

  it("written by hand goes along from the first message on, and leaves no message out", () => {
    expect(isSent(after(written, ...two))).toBe(true)
    expect(isSent(after(...two, written))).toBe(true)
  })

  it("paused does not go along, and comes back", () => {
    const paused = after(...two, written, { type: "memory-paused", sessionId: "s", paused: true })
    expect(isSent(paused)).toBe(false)
    expect(isSent(applyConversationEvent(paused, { type: "memory-paused", sessionId: "s", paused: false }))).toBe(true)
  })

  it("goes out with a cleared context and comes back when that is undone; what is written later goes along", () => {
    const cleared = after(...two, written, { type: "context-cleared", sessionId: "s" })
    expect(isSent(cleared)).toBe(false)
    expect(isSent(applyConversationEvent(cleared, { type: "context-restored", sessionId: "s" }))).toBe(true)
    const again = [
      { type: "memory-edited", sessionId: "s", memoryPrompt: "" },
      written,
    ] as const satisfies readonly ConversationEvent[]
    expect(isSent(again.reduce(applyConversationEvent, cleared))).toBe(true)
  })

  describe("of before a cleared context stays out", () => {
    const cleared = after(...two, written, { type: "context-cleared", sessionId: "s" })
    const deleted = (messageId: string) => ({ type: "message-deleted", sessionId: "s", messageId }) as const

    it.each([["r"], ["q"], ["r", "q"], ["q", "r"]])(
      "where %s %s is deleted, until the clearing is undone",
      (...ids) => {
        const state = ids.filter(Boolean).map(deleted).reduce(applyConversationEvent, cleared)
        expect(isSent(state)).toBe(false)
        expect(isSent(applyConversationEvent(state, { type: "context-restored", sessionId: "s" }))).toBe(true)
      },
    )

    it("in a copy of the first of its messages", () => {
      const place = { id: "f", now: 9, newId: () => "n" }
      const { messages } = cleared
      const copy = forkSession(cleared.sessions["s"] ?? session, (messages["s"] ?? []).slice(0, 1), place)
      expect(isSent({ ...cleared, sessions: { s: copy.session }, messages: { s: copy.messages } })).toBe(false)
    })

    it("where another tab deleted the last message before it", () => {
      const stored = { ...cleared.sessions["s"]!, marks: marksOf(cleared.sessions["s"]!, [10, 20]) }
      expect(isSent({ ...cleared, sessions: { s: withCountedMarks(stored, [10]) } })).toBe(false)
      expect(isSent({ ...cleared, sessions: { s: withCountedMarks(stored, []) } })).toBe(false)
    })
  })

  it("cleared is gone for the models", () => {
    expect(isSent(after(...two, written, { type: "memory-edited", sessionId: "s", memoryPrompt: "" }))).toBe(false)
  })
})
