import { describe, expect, test } from "vitest"
import { reasoningEfforts } from "#core/gateway/chat-request.ts"
import { splitModelName } from "#core/models/custom-models.ts"
import { modelKey, startOf } from "#core/models/model-row.ts"
import { rolePreferences } from "#core/models/roles.ts"
import { parseModelFile, parseRowFields, readModelFile } from "./model-file.ts"

const rows = readModelFile()
const known = new Set(rows.map((row) => modelKey(row.provider, row.id)))
const named = (name: string, home: string) => {
  const { name: id, provider } = splitModelName(name)
  return `${id}@${provider ?? home}`
}

describe("the catalogue that comes with the program", () => {
  test("parses, each model once", () => {
    expect(rows.length).toBeGreaterThan(100)
    expect(known.size).toBe(rows.length)
  })

  test("every successor is a model of the catalogue, and none its own", () => {
    const lost = rows.flatMap(({ provider, id, life }) =>
      (life?.successors ?? [])
        .map((name) => named(name, provider))
        .filter((key) => !known.has(key) || key === modelKey(provider, id))
        .map((key) => `${id}@${provider} → ${key}`),
    )
    expect(lost).toEqual([])
  })

  test("what is gone is followed by something that lives, within five steps", () => {
    const byKey = new Map(rows.map((row) => [modelKey(row.provider, row.id), row]))
    const leads = (key: string, steps: number): boolean => {
      const row = byKey.get(key)
      if (row === undefined || steps > 5) return false
      if (row.life?.gone !== true) return true
      return (row.life.successors ?? []).some((name) => leads(named(name, row.provider), steps + 1))
    }
    const lost = rows.filter(({ life }) => life?.gone === true).map(({ provider, id }) => modelKey(provider, id))
    expect(lost.filter((key) => !leads(key, 0))).toEqual([])
  })

  test("lives are told in order, efforts least first, prices oldest first", () => {
    const wrong = rows.filter(({ life, efforts = [], prices = [] }) => {
      const [released, off] = [life?.released, life?.off]
      const order = efforts.map((effort) => reasoningEfforts.indexOf(effort))
      const begins = prices.map(({ from }) => (from === undefined ? -Infinity : startOf(from)))
      const rises = (numbers: readonly number[]) => numbers.every((one, at) => at === 0 || one > (numbers[at - 1] ?? 0))
      return (released != null && off != null && released >= off) || !rises(order) || !rises(begins)
    })
    expect(wrong.map(({ id, provider }) => modelKey(provider, id))).toEqual([])
  })

  test("a cached token costs no more than a new one, and a longer prompt no less", () => {
    const wrong = rows.filter(({ prices = [] }) =>
      prices.some((price) => {
        if (!("input" in price)) return false
        const { input, cachedInput = input, output, above } = price
        return cachedInput > input || (above !== undefined && (above.input < input || above.output < output))
      }),
    )
    expect(wrong.map(({ id, provider }) => modelKey(provider, id))).toEqual([])
  })

  test("everybody who may play a role stands in it", () => {
    const names = Object.values(rolePreferences).flat()
    expect(names.filter((name) => !rows.some(({ id }) => id === splitModelName(name).name))).toEqual([])
  })

  test("a chat model that is offered has a phrase for what it is good at, and a rating", () => {
    const offered = rows.filter(
      ({ kind, provider, life, unreached, prices = [] }) =>
        kind === "chat" && provider === "openai" && life?.gone !== true && unreached === undefined && prices.length > 0,
    )
    expect(offered.filter(({ goodAt }) => goodAt === undefined).map(({ id }) => id)).toEqual([])
  })
})

describe("a catalogue that cannot be right is one sentence", () => {
  const row = { provider: "openai", id: "m", name: "M", kind: "chat", source: "test", read: "2026-11-22" }
  const file = (...models: readonly unknown[]) => ({ read: "2026-11-22", sources: {}, models })
  const price = { input: 1_000_000, output: 2_000_000 }
  test.each([
    ["no catalogue", [], /catalogue/],
    ["two rows of one id", file(row, row), /m@openai stands there twice/],
    ["an unknown field", file({ ...row, speed: 1 }), /model 1 \(m\).*speed/],
    ["an unknown provider", file({ ...row, provider: "nobody" }), /provider/],
    ["a price of nothing", file({ ...row, prices: [{ ...price, input: 0 }] }), /prices/],
    ["a negative price", file({ ...row, prices: [{ ...price, output: -1 }] }), /prices/],
    ["an absurd price", file({ ...row, prices: [{ ...price, output: 1e15 }] }), /prices/],
    ["half a micro-dollar", file({ ...row, prices: [{ ...price, output: 0.5 }] }), /prices/],
    ["half a price", file({ ...row, prices: [{ input: 1 }] }), /prices/],
    ["two kinds of price", file({ ...row, prices: [{ speech: 1, searchCall: 1 }] }), /prices/],
    ["a day that does not exist", file({ ...row, life: { off: "2026-02-31" } }), /life.off/],
    ["an id with a path in it", file({ ...row, id: "../x y" }), /id/],
    ["an effort nobody knows", file({ ...row, efforts: ["huge"] }), /efforts/],
    ["a rating of six bulbs", file({ ...row, rating: [6, 1] }), /rating/],
  ])("%s", (_, json, why) => {
    const parsed = parseModelFile(json)
    expect(parsed.ok).toBe(false)
    if (parsed.ok) return
    expect(parsed.error).toMatch(why)
    expect(parsed.error.split("\n")).toHaveLength(1)
  })

  test("an operator may give some fields of a row, and no unknown ones", () => {
    expect(parseRowFields({ provider: "openai", id: "m", window: 5 })).toMatchObject({ ok: true })
    expect(parseRowFields({ provider: "openai", window: 5 })).toMatchObject({ ok: false })
    expect(parseRowFields(JSON.parse('{"provider":"openai","id":"m","__proto__":{"window":5}}'))).toMatchObject({
      ok: false,
    })
  })
})
