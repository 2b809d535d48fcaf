import { describe, expect, test } from "vitest"
import { microReais } from "../lib/micro-reais.ts"
import { applyToAnswer, closeAnswer, replayAnswer, resumeAnswer } from "./answer.ts"
import { pendingAnswer, saidIn, type Message } from "./message.ts"
import {
  answerTool,
  beginRound,
  beginTool,
  callsTools,
  costOf,
  mostRounds,
  nextRoundKey,
  receiveTools,
  roundMessages,
} from "./tool-rounds.ts"

const asked: Message = { ...pendingAnswer("a", 0, "gemini"), idempotencyKey: "key" }
const calling = (answer: Message, ...names: readonly string[]) =>
  applyToAnswer(answer, [
    { type: "text-delta", text: "Vou olhar." },
    ...names.map((name, index) => {
      return { type: "tool-call", index, call: { id: `c${index}`, name, arguments: "{}", signature: "sig" } } as const
    }),
    { type: "finish", reason: "tool-calls" },
  ])
const through = (answer: Message) => {
  const called = beginTool(
    beginTool(receiveTools(calling(answer, "hora", "dia"), [{ title: "Relógio", operation: "" }]), 0),
    1,
  )
  const answered = answerTool(answerTool(called, 1, { content: "sábado" }), 0, { content: "Erro: x", isError: true })
  return beginRound({ ...answered, cost: microReais(5) }, nextRoundKey(answered))
}

describe("rounds", () => {
  test("calls go back signed as they came, each with its own result, in order", () => {
    expect(roundMessages(through(asked).rounds)).toEqual([
      {
        role: "assistant",
        content: "Vou olhar.",
        tool_calls: [
          { id: "c0", name: "hora", arguments: "{}", signature: "sig" },
          { id: "c1", name: "dia", arguments: "{}", signature: "sig" },
        ],
      },
      { role: "tool", content: "Erro: x", tool_call_id: "c0", name: "hora" },
      { role: "tool", content: "sábado", tool_call_id: "c1", name: "dia" },
    ])
  })

  test("each has a key of its own, made from the message's", () => {
    const second = through(asked)
    const third = through(second)
    expect([second.idempotencyKey, third.idempotencyKey]).toEqual(["key.2", "key.3"])
  })

  test("the answer says and costs what all of them did", () => {
    const second = applyToAnswer(through(asked), [{ type: "text-delta", text: "É sábado." }])
    expect(saidIn(second)).toBe("Vou olhar.\n\nÉ sábado.")
    expect(costOf({ ...second, cost: microReais(7) })).toBe(12)
  })

  test("after eight of them the model is not answered any more", () => {
    let answer = asked
    for (let round = 0; round < mostRounds; round++) {
      expect(callsTools(calling(answer, "hora"))).toBe(true)
      answer = through(answer)
    }
    expect(callsTools(calling(answer, "hora"))).toBe(false)
  })

  test("a replay of the last run leaves those before as they are", () => {
    const second = applyToAnswer(through(asked), [{ type: "text-delta", text: "É" }])
    expect(saidIn(replayAnswer(second, [{ type: "text-delta", text: "É sábado." }]))).toBe("Vou olhar.\n\nÉ sábado.")
  })

  test("silence after the tools is told", () => {
    expect(closeAnswer({ ...through(asked), finish: "stop" }).failure).toEqual({ kind: "empty-answer" })
  })
})

describe("a page that closes while tools run", () => {
  test("goes on with them, and knows which were begun and which only waited for a consent", () => {
    const resumed = resumeAnswer(beginTool(receiveTools(calling(asked, "hora", "dia"), []), 1))
    expect(callsTools(resumed)).toBe(true)
    expect(resumed.tools?.map(({ begun }) => begun)).toEqual([undefined, true])
  })

  test("follows the run again where its calls were not seen to yet", () => {
    expect(callsTools(resumeAnswer(calling(asked, "hora")))).toBe(false)
  })

  test("a result that is here is not replaced", () => {
    const once = answerTool(calling(asked, "hora"), 0, { content: "10 h" })
    expect(answerTool(once, 0, { content: "11 h" })).toBe(once)
  })
})
