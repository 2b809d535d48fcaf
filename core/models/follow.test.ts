import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { microReais } from "../lib/micro-reais.ts"
import { follow, isDearer, percentDearer, type Successive } from "./follow.ts"

const keys = ["a", "b", "c", "d", "e", "f", "g", "h"] as const

const rates = fc.record({
  inputPerMillion: fc.integer({ min: 1, max: 20 }).map(microReais),
  cachedPerMillion: fc.integer({ min: 1, max: 20 }).map(microReais),
  cacheWritePerMillion: fc.integer({ min: 1, max: 20 }).map(microReais),
  outputPerMillion: fc.integer({ min: 1, max: 20 }).map(microReais),
})
const price = fc
  .tuple(rates, fc.option(fc.tuple(rates, fc.integer({ min: 1, max: 100 })), { nil: undefined }))
  .map(([row, above]) => (above ? { ...row, above: { ...above[0], inputTokens: above[1] } } : row))

/** Any graph at all: circles, names nobody has, models that name themselves or one twice. */
const graph = fc
  .tuple(
    ...keys.map((key) =>
      fc.record({
        key: fc.constant(key),
        gone: fc.boolean(),
        successors: fc.array(fc.constantFrom(...keys, "nobody"), { maxLength: 5 }),
        price: fc.option(price, { nil: undefined }),
        tokensPerText: fc.constantFrom(1, 1.3, 0.8),
      }),
    ),
  )
  .map((models) => new Map<string, Successive>(models.map((model) => [model.key, model])))
const question = fc.record({
  models: graph,
  unsuited: fc.subarray([...keys]),
  promptTokens: fc.integer({ min: 0, max: 200 }),
})

describe("follow, on any graph", () => {
  test("ends, and finds only models that live, are sold, suit and are not the asked one", () => {
    fc.assert(
      fc.property(question, ({ models, unsuited, promptTokens }) => {
        for (const asked of models.values()) {
          const found = follow(asked, (key) => models.get(key), suiting(unsuited), promptTokens)
          for (const model of [found.next, found.dearer]) {
            if (model === undefined) continue
            expect(model.gone).toBe(false)
            expect(model.price).toBeDefined()
            expect(unsuited).not.toContain(model.key)
            expect(model.key).not.toBe(asked.key)
          }
          expect(found.next === undefined || found.dearer === undefined).toBe(true)
        }
      }),
    )
  })

  test("the next is never dearer, the dearer always is", () => {
    fc.assert(
      fc.property(question, ({ models, unsuited, promptTokens }) => {
        for (const asked of models.values()) {
          const { next, dearer } = follow(asked, (key) => models.get(key), suiting(unsuited), promptTokens)
          if (next) expect(isDearer(next, asked, promptTokens)).toBe(false)
          if (dearer) expect(isDearer(dearer, asked, promptTokens)).toBe(true)
        }
      }),
    )
  })

  test("whoever it finds is reached from the asked one over dead ones only, in five steps at most", () => {
    fc.assert(
      fc.property(question, ({ models, unsuited, promptTokens }) => {
        for (const asked of models.values()) {
          const { next, dearer } = follow(asked, (key) => models.get(key), suiting(unsuited), promptTokens)
          const found = next ?? dearer
          if (found) expect(stepsTo(models, asked, found.key)).toBeLessThanOrEqual(5)
        }
      }),
    )
  })

  test("looks a bounded number of times, however the names hang together", () => {
    const all = Array.from({ length: 12 }, (_, at) => `m${at}`)
    const models = new Map(all.map((key) => [key, model(key, { gone: true, successors: all })]))
    let looks = 0
    const find = (key: string) => (looks++, models.get(key))
    const asked = model("asked", { gone: true, successors: all })
    expect(follow(asked, find, () => true)).toEqual({})
    expect(looks).toBeLessThan(200_000)
  })
})

function suiting(unsuited: readonly string[]) {
  return (model: Successive) => !unsuited.includes(model.key)
}

/** The shortest way there over dead models, by breadth. */
function stepsTo(models: ReadonlyMap<string, Successive>, from: Successive, to: string): number {
  let edge: readonly Successive[] = [from]
  for (let steps = 1; steps <= models.size; steps++) {
    const names = edge.flatMap(({ successors }) => successors)
    if (names.includes(to)) return steps
    edge = [...new Set(names)].flatMap((name) => models.get(name) ?? []).filter(({ gone }) => gone)
  }
  return Infinity
}

function priced(input: number, output: number) {
  return {
    inputPerMillion: microReais(input),
    cachedPerMillion: microReais(input),
    cacheWritePerMillion: microReais(input),
    outputPerMillion: microReais(output),
  }
}

function model(key: string, more: Partial<Successive> = {}): Successive {
  return { key, gone: false, successors: [], price: priced(10, 10), tokensPerText: 1, ...more }
}

describe("follow, by example", () => {
  const among = (...models: readonly Successive[]) => {
    const known = new Map(models.map((one) => [one.key, one]))
    return (key: string) => known.get(key)
  }
  const asked = model("asked", { gone: true, successors: ["official", "ours"] })

  test.each([
    ["the provider's own choice where it is not dearer", [model("official"), model("ours")], { next: "official" }],
    [
      "ours where the official one is dearer",
      [model("official", { price: priced(11, 1) }), model("ours")],
      { next: "ours" },
    ],
    [
      "the official one, for a yes, where both are dearer",
      [model("official", { price: priced(11, 1) }), model("ours", { price: priced(10, 11) })],
      { dearer: "official" },
    ],
    [
      "what follows the one that is gone, too",
      [model("official", { gone: true, successors: ["x"] }), model("x")],
      { next: "x" },
    ],
    ["nobody, where nobody is known", [], {}],
    ["nobody that cannot be sold", [model("official", { price: undefined })], {}],
    [
      "one that counts more tokens for a text is dearer at the same rate",
      [model("official", { tokensPerText: 1.3 }), model("ours")],
      { next: "ours" },
    ],
  ] as const)("finds %s", (_, models, expected) => {
    const { next, dearer } = follow(asked, among(...models), () => true)
    expect({ ...(next && { next: next.key }), ...(dearer && { dearer: dearer.key }) }).toEqual(expected)
  })

  test("compares the rates that hold for the prompt's length", () => {
    const long = { ...priced(1, 1), above: { ...priced(20, 20), inputTokens: 100 } }
    const official = model("official", { price: long })
    expect(follow(asked, among(official), () => true, 100).next?.key).toBe("official")
    expect(follow(asked, among(official), () => true, 101)).toMatchObject({ dearer: { key: "official" } })
  })

  test("what cannot be sold is compared with nothing", () => {
    expect(isDearer(model("a", { price: undefined }), model("b"))).toBe(true)
    expect(isDearer(model("a"), model("b", { price: undefined }))).toBe(true)
    expect(isDearer(model("a"), model("a"))).toBe(false)
  })

  test("says how much more a usual question costs, never less than nothing", () => {
    expect(percentDearer(model("a", { price: priced(16, 16) }), model("b"))).toBe(60)
    expect(percentDearer(model("a", { price: priced(1, 1) }), model("b"))).toBe(0)
    expect(percentDearer(model("a", { tokensPerText: 1.5 }), model("b"))).toBe(50)
  })
})
