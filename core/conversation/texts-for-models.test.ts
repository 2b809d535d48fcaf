import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { contentText } from "../gateway/content.ts"
import type { ModelAbilities } from "../gateway/model-abilities.ts"
import { abilitiesOf } from "../models/abilities.ts"
import { defaultModelConfig } from "../settings/model-config.ts"
import { auxiliaryThinkingTokens } from "./auxiliary-settings.ts"
import { applyTemplate } from "./input-template.ts"
import { messagesSize, userMessage, type Message } from "./message.ts"
import { newSession } from "./session.ts"
import { coveredBy, isTooShortToSummarize, summaryCall, summaryDue } from "./summary.ts"
import { systemPrompt, takesSystemPrompt } from "./system-prompt.ts"
import { isTitleDue, titleCall, titleMessages, trimTitle } from "./title.ts"

const titleBy = (model: string, row: Partial<ModelAbilities> = {}) =>
  titleCall(model, { ...abilitiesOf(model), ...row })
const summaryBy = (model: string, isFreeRole: boolean, row: Partial<ModelAbilities> = {}) =>
  summaryCall(model, { ...abilitiesOf(model), ...row }, isFreeRole)

const session = newSession({ id: "s", now: 0, modelConfig: defaultModelConfig, lang: "pt" })

function messages(...sizes: readonly number[]): readonly Message[] {
  return sizes.map((size, index) => userMessage(`m${index}`, index, "a".repeat(size * 4)))
}

describe("the system prompt", () => {
  it("goes to names starting gpt- or chatgpt-, or that are o<digits> or o<digits>-mini", () => {
    const names = ["gpt-5", "gpt-4.1-nano-2025-04-14", "chatgpt-4o-latest", "o3", "o1-mini", "o10-mini"]
    expect(names.every((name) => takesSystemPrompt(name, true))).toBe(true)
    const others = ["o1-preview", "o4-mini-2025-04-16", "claude-3-opus", "my-gpt-4", "o", "gpt4", ""]
    expect(others.some((name) => takesSystemPrompt(name, true))).toBe(false)
  })

  it("goes nowhere when enableInjectSystemPrompts is off", () => expect(takesSystemPrompt("gpt-5", false)).toBe(false))

  const facts = { model: "gpt-5", time: "21 de novembro de 2025, 10:44", variant: "standard" } as const

  it("states the knowledge cutoff, the model and the time, and asks for Brazilian Portuguese", () => {
    const prompt = systemPrompt(facts)
    for (const part of ["2024-10", "gpt-5", facts.time, "português do Brasil", "LaTeX", "instruções internas"]) {
      expect(prompt).toContain(part)
    }
    expect(prompt).not.toContain("https://")
  })

  it("lets one type of user have images by a Markdown link to a free service", () => {
    expect(systemPrompt({ ...facts, variant: "free-images" })).toMatch(/!\[.*\]\(https:\/\/.*\)/)
  })

  it("is the internal instructions for the o-series", () => {
    const prompt = systemPrompt({ ...facts, model: "o3-mini" })
    for (const part of ["português do Brasil", "apenas para matemática", "imagem", "senhas", "2024-06"]) {
      expect(prompt).toContain(part)
    }
  })
})

describe("the input template", () => {
  const facts = { model: "gpt-4o", serviceProvider: "OpenAI", time: "agora", lang: "pt" }

  it("leaves a place it does not know as it is, whatever its name", () =>
    expect(applyTemplate("{{constructor}} {{x}} {{input}}", "custa $& {{time}}", facts)).toBe(
      "{{constructor}} {{x}} custa $& {{time}}",
    ))
  it("leaves the message as it is by default", () => expect(applyTemplate("{{input}}", "oi", facts)).toBe("oi"))

  it("fills its places once, and leaves braces of the message alone", () => {
    const template = "{{ServiceProvider}} {{model}} {{cutoff}} {{time}} {{lang}}: {{input}} {{other}}"
    expect(applyTemplate(template, "{{model}}", facts)).toBe("OpenAI gpt-4o 2023-10 agora pt: {{model}} {{other}}")
  })

  it("without a place for the message stands before it", () => {
    expect(applyTemplate("Seja breve.", "oi", facts)).toBe("Seja breve.\noi")
  })

  it("is not put around a message twice", () => {
    const once = applyTemplate("Seja breve: {{input}}", "oi", facts)
    expect(applyTemplate("Seja breve: {{input}}", once, facts)).toBe(once)
  })
})

describe("the title", () => {
  it("is due from 50 units of estimated size on, while the conversation has none", () => {
    expect(isTitleDue(session, messages(49), true)).toBe(false)
    expect(isTitleDue(session, messages(25, 25), true)).toBe(true)
    expect(isTitleDue({ ...session, topic: "Aluguel" }, messages(50), true)).toBe(false)
    expect(isTitleDue(session, messages(50), false)).toBe(false)
  })

  it("is asked for with 0.7 and 150 tokens, of a nano model with 1 and 100", () => {
    expect(titleBy("gpt-4o-mini")).toEqual({ temperature: 0.7, max_tokens: 150 })
    expect(titleBy("gpt-4.1-nano-2025-04-14")).toEqual({ temperature: 1, max_tokens: 100 })
  })

  it("is asked of a model that thinks without thoughts where it can, else with the least and room for them", () => {
    const luna = { efforts: ["none", "low", "medium"], sampling: "effort-none", thinks: true } as const
    expect(titleBy("gpt-6-luna", luna)).toEqual({ temperature: 0.7, max_tokens: 150, reasoning_effort: "none" })
    expect(titleBy("gpt-5")).toEqual({ max_tokens: 150 + auxiliaryThinkingTokens, reasoning_effort: "minimal" })
    const sol = { efforts: ["low", "high"], sampling: "always", thinks: true } as const
    expect(titleBy("gpt-6.1-sol", sol)).toEqual({
      temperature: 0.7,
      max_tokens: 150 + auxiliaryThinkingTokens,
      reasoning_effort: "low",
    })
    // It takes no effort, and thinks.
    expect(titleBy("o3")).toEqual({ max_tokens: 150 + auxiliaryThinkingTokens })
  })

  it("is asked for after the last historyMessageCount messages", () => {
    const sent = titleMessages(messages(1, 1, 1), 2, "pt")
    expect(sent).toHaveLength(3)
    expect(sent.at(-1)?.content).toContain("quatro a cinco palavras")
    expect(titleMessages(messages(1), 2, "en").at(-1)?.content).toContain("at most 6 words")
  })

  it.each([
    ["cn", "at most 6 words", "闲聊"],
    ["tw", "at most 6 words", "閒聊"],
    ["de", "four to five words", "Plauderei"],
    ["pt", "quatro a cinco palavras", "Conversa casual"],
  ] as const)("without a topic is one that a reader of %s understands", (locale, length, fallback) => {
    const asked = titleMessages(messages(1), 2, locale).at(-1)?.content
    expect(asked).toContain(length)
    expect(asked).toContain(fallback)
  })

  it("is made from the beginnings of the last messages of a long conversation", () => {
    const lengths = (...sizes: readonly number[]) =>
      titleMessages(messages(...sizes), 20, "pt")
        .map(({ content }) => contentText(content).length)
        .slice(0, -1)
    expect(lengths(10, 2_000, 5_000)).toEqual([40, 2_000, 2_000])
    expect(lengths(2_000, 10, 2_000, 5_000, 400)).toEqual([360, 40, 2_000, 2_000, 1_600])
    const [question] = titleMessages(messages(10, 5_000), 20, "pt")
    expect(question).toMatchObject({ role: "user" })
  })

  it.each([
    ["**Reajuste do aluguel**", "Reajuste do aluguel"],
    ['"Plano de estudos."', "Plano de estudos"],
    ["“Receita de moqueca”!", "Receita de moqueca"],
    ["Viagem\na  Salvador...", "Viagem a Salvador"],
    ["C++ ou Rust?", "C++ ou Rust"],
    ["***", ""],
    [`${"palavra ".repeat(20)}fim`, "palavra ".repeat(10).trimEnd()],
    ["x".repeat(200), "x".repeat(80)],
  ])("%j is trimmed to %j", (title, trimmed) => expect(trimTitle(title)).toBe(trimmed))

  it("trimmed twice is trimmed once", () => {
    const unit = fc.constantFrom("a", "é", " ", "\n", '"', "“", "*", ".", "!", "'", ",", "？")
    fc.assert(
      fc.property(fc.string({ unit }), (title) => {
        expect(trimTitle(trimTitle(title))).toBe(trimTitle(title))
      }),
    )
  })
})

describe("the summary", () => {
  const config = { ...defaultModelConfig, compressMessageLengthThreshold: 10, historyMessageCount: 2 }

  it("is due when the uncompressed history exceeds the compress threshold", () => {
    expect(summaryDue(session, messages(5, 5), config)).toBeUndefined()
    expect(summaryDue(session, messages(5, 6), config)?.lastCoveredId).toBe("m1")
    expect(summaryDue(session, messages(5, 6), { ...config, sendMemory: false })).toBeUndefined()
    expect(summaryDue({ ...session, memoryPaused: true }, messages(5, 6), config)).toBeUndefined()
  })

  it("is not made of a conversation that is too short for one", () => {
    expect(isTooShortToSummarize(session, messages(5, 5), config)).toBe(true)
    expect(isTooShortToSummarize(session, messages(5, 6), config)).toBe(false)
  })

  it("counts only what no summary covers and nothing cleared", () => {
    const covered = { ...session, memoryPrompt: "antes", lastSummarizeIndex: 1 }
    expect(summaryDue(covered, messages(50, 5), config)).toBeUndefined()
    expect(summaryDue({ ...session, clearContextIndex: 1 }, messages(50, 5), config)).toBeUndefined()
  })

  it("is made from the summary before, the messages since, and a request for at most 200 words", () => {
    const covered = { ...session, memoryPrompt: "antes", lastSummarizeIndex: 1 }
    const task = summaryDue(covered, messages(1, 20, 20), config)
    expect(task?.messages.map((message) => message.role)).toEqual(["system", "user", "user", "system"])
    expect(task?.messages[0]?.content).toContain("antes")
    expect(task?.messages.at(-1)?.content).toContain("200 palavras")
  })

  it("of a long history is made from its oldest part, and goes on until the rest can be sent as it is", () => {
    const long = messages(...Array.from({ length: 60 }, () => 1_000))
    const usual = { ...defaultModelConfig, max_tokens: 0 }
    let covered = session
    const calls: number[] = []
    for (let calling = 0; calling < 20; calling++) {
      const task = summaryDue(covered, long, usual, calling > 0)
      if (task === undefined) break
      expect(messagesSize(task.messages.map(({ content }) => userMessage("", 0, content ?? "")))).toBeLessThan(20_000)
      const lastSummarizeIndex = coveredBy(task, long) ?? 0
      calls.push(lastSummarizeIndex - covered.lastSummarizeIndex)
      covered = { ...covered, memoryPrompt: "resumo", lastSummarizeIndex }
    }
    expect(calls.reduce((sum, count) => sum + count, 0)).toBeGreaterThanOrEqual(56)
  })

  it("of a message larger than a summary may be made from holds its beginning and its end", () => {
    const huge = userMessage("m", 0, `começo ${"a".repeat(400_000)} fim`)
    const said = contentText(summaryDue(session, [huge], config)?.messages[0]?.content)
    expect(said.startsWith("começo")).toBe(true)
    expect(said.endsWith("fim")).toBe(true)
    expect(said.length).toBeLessThan(80_000)
  })

  it("covers what it covered, whatever was deleted or said meanwhile, and nothing when that is gone", () => {
    const task = summaryDue(session, messages(5, 6), config)
    expect(task && coveredBy(task, [...messages(1, 5, 6).slice(1), userMessage("later", 9, "x")])).toBe(1)
    expect(task && coveredBy(task, messages(5))).toBeUndefined()
  })

  it("counts stored messages, errors included, so that the mark does not drift", () => {
    const failed: Message = { ...userMessage("x", 0, "erro"), isError: true }
    const task = summaryDue(session, [failed, ...messages(20)], config)
    expect(task && coveredBy(task, [failed, ...messages(20)])).toBe(2)
    expect(task?.messages).toHaveLength(2)
  })

  it("is asked of a model that thinks with room for thoughts", () => {
    expect(summaryBy("gpt-5", false)).toEqual({
      max_tokens: 8_000 + auxiliaryThinkingTokens,
      reasoning_effort: "minimal",
    })
  })

  it("is asked for with 0.3 and 8000 tokens, 4000 of a nano model, 10000 for free users on their own model", () => {
    expect(summaryBy("gpt-4o", false)).toEqual({ temperature: 0.3, max_tokens: 8_000 })
    expect(summaryBy("gpt-4.1-nano-2025-04-14", true)).toEqual({ temperature: 0.3, max_tokens: 4_000 })
    expect(summaryBy("gpt-4o-mini", true)).toEqual({ temperature: 0.3, max_tokens: 10_000 })
  })
})
