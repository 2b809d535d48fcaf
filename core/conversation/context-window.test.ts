import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { contentText } from "../gateway/content.ts"
import { defaultModelConfig, type ModelConfig } from "../settings/model-config.ts"
import { buildContext, recentHistory } from "./context-window.ts"
import { messagesSize, userMessage, type Message } from "./message.ts"
import { imageNotes } from "./image-notes.ts"
import { newSession, type Session } from "./session.ts"
import { estimateTokens } from "./token-estimate.ts"

const config: ModelConfig = { ...defaultModelConfig, max_tokens: 100, historyMessageCount: 4 }
const session: Session = newSession({ id: "s", now: 0, modelConfig: config, lang: "pt" })
const question = userMessage("q", 0, "")

/** One message a word: "40" is a message of 40 units, "40!" one that failed. */
function talk(notation: string): readonly Message[] {
  return notation.split(" ").map((word, index) => ({
    id: `m${index}`,
    date: index,
    role: index % 2 === 0 ? "user" : "assistant",
    content: "a".repeat(Number.parseInt(word, 10) * 4),
    ...(word.endsWith("!") ? { isError: true } : {}),
  }))
}

function sent(
  history: readonly Message[],
  changes: { session?: Partial<Session>; config?: Partial<ModelConfig> } = {},
) {
  return recentHistory({
    session: { ...session, ...changes.session },
    config: { ...config, ...changes.config },
    history,
    question,
  }).map((message) => message.id)
}

describe("the token estimate", () => {
  it("counts 0.25 per ASCII letter, 0.5 per other ASCII character, 1.5 per non-ASCII character", () => {
    expect([estimateTokens("abcd"), estimateTokens("1234"), estimateTokens("café")]).toEqual([1, 2, 2.25])
    expect(estimateTokens("[\\]^_`@{ ")).toBe(4.5)
    expect(estimateTokens("")).toBe(0)
  })

  it("of a whole is the sum of its parts", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.string({ unit: "binary" }), (one, other) => {
        expect(estimateTokens(one + other)).toBe(estimateTokens(one) + estimateTokens(other))
      }),
    )
  })
})

describe("the recent history", () => {
  it("goes backwards from the newest while it fits max_tokens", () => {
    expect(sent(talk("40 40 40 40"), { config: { historyMessageCount: 10 } })).toEqual(["m2", "m3"])
  })

  it("takes 32000 as the limit when max_tokens is unset", () => {
    expect(sent(talk("20000 20000 12000"), { config: { max_tokens: 0 } })).toEqual(["m1", "m2"])
  })

  it("skips errors and goes on behind them", () => {
    expect(sent(talk("10 10! 10"))).toEqual(["m0", "m2"])
  })

  it("is all that fits, however many messages, while it is not too long", () => {
    expect(sent(talk("1 1 1 1 1 1 1 1"))).toHaveLength(8)
  })

  it("is cut to the last historyMessageCount when it is longer than max_tokens", () => {
    expect(sent(talk("90 5 5 5 5 5 5 5"))).toEqual(["m4", "m5", "m6", "m7"])
  })

  it("is cut to the last historyMessageCount beyond 32000, even when max_tokens is larger", () => {
    expect(sent(talk("9000 9000 9000 9000 9000 9000"), { config: { max_tokens: 100_000 } })).toHaveLength(4)
    expect(sent(talk("5000 5000 5000 5000 5000 5000"), { config: { max_tokens: 100_000 } })).toHaveLength(6)
  })

  it("is cut beyond 4000 when max_tokens is unset", () => {
    expect(sent(talk("900 900 900 900 900 900"), { config: { max_tokens: 0 } })).toHaveLength(4)
  })

  it("starts after a cleared context", () => {
    expect(sent(talk("1 1 1 1"), { session: { clearContextIndex: 3 } })).toEqual(["m3"])
  })

  it("leaves what the summary covers to the summary, but never fewer than the last historyMessageCount", () => {
    const memoryPrompt = "resumo"
    expect(sent(talk("1 1 1 1 1 1"), { session: { memoryPrompt, lastSummarizeIndex: 1 } })).toHaveLength(5)
    expect(sent(talk("1 1 1 1 1 1"), { session: { memoryPrompt, lastSummarizeIndex: 6 } })).toHaveLength(4)
    expect(
      sent(talk("1 1 1 1 1 1"), { session: { memoryPrompt, lastSummarizeIndex: 6 }, config: { sendMemory: false } }),
    ).toHaveLength(6)
  })

  it("never exceeds max_tokens together with the question, never holds an error, and keeps the order", () => {
    const message = fc.record({ size: fc.nat(60), isError: fc.boolean(), streaming: fc.boolean() })
    fc.assert(
      fc.property(
        fc.array(message),
        fc.nat(200),
        fc.nat(30),
        fc.nat(40),
        (sizes, max_tokens, historyMessageCount, clearContextIndex) => {
          const history = sizes.map(({ size, isError, streaming }, index): Message => ({
            id: `${index}`,
            date: index,
            role: "user",
            content: "é".repeat(size),
            isError,
            streaming,
          }))
          const chosen = recentHistory({
            session: { ...session, clearContextIndex },
            history,
            question,
            config: { ...config, max_tokens, historyMessageCount },
          })
          expect(messagesSize(chosen)).toBeLessThanOrEqual(max_tokens || 32_000)
          expect(chosen.some((one) => one.isError === true || one.streaming === true)).toBe(false)
          const places = chosen.map((one) => history.indexOf(one))
          expect(places).toEqual(places.toSorted((a, b) => a - b))
          expect(places.every((place) => place >= clearContextIndex)).toBe(true)
        },
      ),
    )
  })
})

describe("what is sent along with a question", () => {
  const preset: Message = { id: "p", date: 0, role: "system", content: "Você é um pirata do século XVIII." }
  const asked = userMessage("q", 0, "e agora?")

  it("stands in this order: system prompt, summary, preset messages, history, question", () => {
    const context = buildContext({
      session: {
        ...session,
        memoryPrompt: "falamos de barcos",
        lastSummarizeIndex: 2,
        mask: { ...session.mask, context: [preset] },
      },
      history: talk("2 3"),
      question: asked,
      config,
      systemPrompt: "Você é um assistente.",
    })
    expect(context.map((message) => message.role)).toEqual(["system", "system", "system", "user", "assistant", "user"])
    expect(context[0]?.content).toBe("Você é um assistente.")
    expect(context[1]?.content).toContain("falamos de barcos")
    expect(context[2]?.content).toBe(preset.content)
    expect(context.at(-1)?.content).toBe("e agora?")
  })

  it("holds the instruction of a mask however short, in any writing, and leaves out an empty one", () => {
    const sentWith = (content: string) => {
      const short = { ...session, mask: { ...session.mask, context: [{ ...preset, content }] } }
      return buildContext({ session: short, history: [], question: asked, config }).map(({ content }) => content)
    }
    expect(sentWith("Só rimas.")).toEqual(["Só rimas.", "e agora?"])
    expect(sentWith("你是翻译")).toEqual(["你是翻译", "e agora?"])
    expect(sentWith(" \n")).toEqual(["e agora?"])
  })

  it("holds the question even when it alone is larger than max_tokens", () => {
    const long = userMessage("q", 0, "a".repeat(10_000))
    expect(buildContext({ session, history: talk("1 1"), question: long, config })).toEqual([
      { role: "user", content: long.content },
    ])
  })

  it("leaves out the oldest of the history beyond so many characters, never the question", () => {
    const whole = { session, history: talk("10 10 10"), config, question: userMessage("q", 0, "a".repeat(50)) }
    const lengths = (mostCharacters: number) =>
      buildContext({ ...whole, mostCharacters }).map(({ content }) => contentText(content).length)
    expect(lengths(170)).toEqual([40, 40, 40, 50])
    expect(lengths(169)).toEqual([40, 40, 50])
    expect(lengths(90)).toEqual([40, 50])
    expect(lengths(10)).toEqual([50])
  })

  it("holds images only for a model that sees them, and tells any other that they are there", () => {
    const image = { type: "image_url", image_url: { url: "data:image/png;base64,AAAA" } } as const
    const withImage = userMessage("q", 0, [{ type: "text", text: "o que é isto?" }, image])
    const contentFor = (model: string) =>
      buildContext({ session, history: [], question: withImage, config: { ...config, model } }).at(-1)?.content
    expect(contentFor("gpt-4o")).toEqual(withImage.content)
    expect(contentFor("o1-mini")).toBe(`o que é isto?
${imageNotes.unseen}`)
  })

  it("never carries an answer that failed, was empty, or is still arriving, nor any thinking", () => {
    const history: readonly Message[] = [
      { id: "1", date: 0, role: "assistant", content: "", finish: "aborted" },
      { id: "2", date: 0, role: "assistant", content: "x", isError: true },
      { id: "3", date: 0, role: "assistant", content: "y", streaming: true },
      { id: "4", date: 0, role: "assistant", content: "z", reasoning: "segredo" },
    ]
    const context = buildContext({ session, history, question: asked, config })
    expect(context).toEqual([
      { role: "assistant", content: "z" },
      { role: "user", content: "e agora?" },
    ])
  })
})
