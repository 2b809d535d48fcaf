import { expect, test } from "vitest"
import { pendingAnswer, userMessage, type Message } from "#core/conversation/message.ts"
import { newSession } from "#core/conversation/session.ts"
import { defaultModelConfig } from "#core/settings/model-config.ts"
import { measurePrompt, promptBound } from "#core/ledger/prompt-bound.ts"
import { noUsage } from "#core/gateway/usage.ts"
import { estimateCost } from "./estimate-cost.ts"

const session = newSession({ id: "s", now: 0, modelConfig: defaultModelConfig, lang: "pt" })
const source = { session, history: [], config: defaultModelConfig, prices: { input: 10, output: 80 } }

test("a first message costs its own text and an answer of a usual length", () => {
  // (200 + 25) tokens at 10 and 400 at 80 reais per million.
  expect(estimateCost({ ...source, content: "a".repeat(100) }).cost).toBe(34_250)
})

test("the history is sent along, and its answers tell how long the next one will be", () => {
  const { streaming: _, ...answer } = pendingAnswer("a", 1, "gpt-5")
  const history: Message[] = [
    userMessage("q", 0, "b".repeat(40)),
    { ...answer, content: "c".repeat(400), usage: { ...noUsage, output: 1_000 } },
  ]
  // (200 + 10 + 100 + 25) tokens at 10 and 1000 at 80.
  expect(estimateCost({ ...source, history, content: "a".repeat(100) }).cost).toBe(83_350)
})

test("pictures are counted, those of the history too, where the model sees them", () => {
  const picture = [{ type: "image_url", image_url: { url: "nk-image:a/10x10" } } as const]
  const asked = (model: string) =>
    estimateCost({
      ...source,
      config: { ...defaultModelConfig, model },
      history: [userMessage("q", 0, picture)],
      content: picture,
    }).cost
  // Twice 765 tokens for gpt-5, at 10 reais per million; o1-mini sees none.
  expect(asked("gpt-5") - asked("o1-mini")).toBe(2 * 765 * 10)
})

test("the definitions of tools are read by the model, and paid", () => {
  const asked = (definitions: readonly string[]) => estimateCost({ ...source, content: "CEP?", definitions })
  // 4 000 letters are 1 000 tokens, at 10 reais per million.
  const [without, with_] = [asked([]), asked(["a".repeat(1_000), "b".repeat(3_000)])]
  expect(with_.cost - without.cost).toBe(1_000 * 10)
  // The longest words of languages are shorter: of these, a vocabulary may make 0.3 tokens a letter more.
  expect(with_.least - without.least).toBe((1_600 + 1_200) * 10)
})

test("the least covers text that a vocabulary makes many tokens of, as the server holds for it", () => {
  const hex = Array.from({ length: 9_000 }, (_, i) => ((i * 7_919 + 13) % 16).toString(16)).join("")
  const json = JSON.stringify({ a: [1, 2, 3], b: "x" }).repeat(300)
  for (const content of [hex, json]) {
    const size = measurePrompt([
      { role: "system", content: "Responda com cuidado. ".repeat(90) },
      { role: "user", content },
    ])
    for (const tokensPerText of [1, 1.35]) {
      const { most } = promptBound(size, { name: "gpt-5", tokensPerText })
      const { least } = estimateCost({ ...source, content, tokensPerText })
      expect(least).toBeGreaterThanOrEqual(most * 10 + 512 * 80)
    }
  }
})

test("the least that must be held is bounded from above, and higher for a model that thinks", () => {
  const least = (thinks: boolean) => estimateCost({ ...source, content: "Oi. ".repeat(20), thinks }).least
  // (230 · 1.6 + 1500) tokens at 10, and the shortest useful answer at 80 reais per million.
  expect(least(false)).toBe(1_868 * 10 + 512 * 80)
  expect(least(true)).toBe(1_868 * 10 + 4_096 * 80)
})
