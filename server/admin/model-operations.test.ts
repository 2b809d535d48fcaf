import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterEach, beforeEach, describe, expect, test } from "vitest"
import { err, ok, type Result } from "#core/lib/result.ts"
import type { ModelRow } from "#core/models/model-row.ts"
import type { ProviderId } from "#core/providers/registry.ts"
import { tempFolder } from "../../testing/temp-folder.ts"
import { testConfig } from "../../testing/test-config.ts"
import { type CatalogueBooks, createCatalogueStore } from "../gateway/models/catalogue-store.ts"
import { forgetOutdated } from "../gateway/models/forget-outdated.ts"
import { importFiles } from "../gateway/models/import-files.ts"
import type { ListedByProvider } from "#core/providers/provider-list.ts"
import { openDatabase } from "../store/database.ts"
import type { Database } from "../store/sql.ts"
import { createModelOperations, type ModelOperations } from "./model-operations.ts"
import type { RefreshView } from "./model-refresh.ts"
import { createPriceOperations } from "./price-operations.ts"
import type { Refusal } from "./operations.ts"

const now = Date.UTC(2026, 10, 22, 12)
const exchange = { fxBrlPerUsd: "5.00", margin: "1" }
const row = (id: string, more: Partial<ModelRow> = {}): ModelRow => {
  const prices = [{ input: 1_000_000, output: 4_000_000 }]
  return { provider: "openai", id, name: id, kind: "chat", prices, source: "a list", read: "2026-11-01", ...more }
}
const shipped = [
  row("gpt-5", { life: { off: "2026-12-11", successors: ["gpt-6.1-sol", "gpt-6.1-terra"] }, window: 400_000 }),
  row("gpt-6.1-sol", {
    prices: [{ input: 2_000_000, output: 8_000_000 }],
    efforts: ["low", "high"],
    window: 1_000_000,
  }),
  row("gpt-6.1-terra", { prices: [{ input: 500_000, output: 2_000_000 }] }),
  row("gpt-4o-mini", { life: { gone: true, successors: [] } }),
  row("half"),
  row("claude-opus-5-5", { provider: "anthropic" }),
  row("qwen3.8-flash", { provider: "alibaba", prices: [{ currency: "CNY", input: 1_000_000, output: 2_000_000 }] }),
]

let database: Database
let store: CatalogueBooks
let models: ModelOperations
let texts: Record<string, string> = {}
let lists: Partial<Record<ProviderId, readonly ListedByProvider[]>> = {}

beforeEach(async () => {
  database = await openDatabase({ dataDir: tempFolder("prosa-models") })
  store = createCatalogueStore(database)
  texts = {}
  lists = {}
  models = createModelOperations({
    config: testConfig({ OPENAI_API_KEY: "sk-1", ALIBABA_API_KEY: "sk-2", FX_BRL_PER_USD: "5.00", MARGIN: "1" }),
    store,
    shipped,
    now: () => now,
    readSource: async (from): Promise<Result<string, string>> => {
      const text = texts[from]
      return text === undefined ? err(`${from}: it does not answer`) : ok(text)
    },
    fetchList: async (provider) => {
      const list = lists[provider]
      return list ? ok(list) : err(`${provider}'s list does not answer`)
    },
  })
})
afterEach(() => database.close())

async function model(id: string) {
  return (await models.list(true)).models.find((one) => one.id === id)
}

function refusal(result: Result<unknown, Refusal>): string {
  return result.ok ? "done" : result.error.message
}

/** Nothing was written by what `act` does. */
async function untouched(act: () => Promise<unknown>): Promise<void> {
  const before = await store.read()
  await act()
  expect(await store.read()).toEqual(before)
}

describe("the list", () => {
  test("says where each model stands, what it costs, who follows it, and what it plays", async () => {
    const { models: shown, problems } = await models.list(false)
    expect(problems).toEqual([])
    expect(shown.map(({ id, state }) => `${id} ${state}`)).toEqual([
      "gpt-5 leaving",
      "gpt-6.1-sol alive",
      "gpt-6.1-terra alive",
      "gpt-4o-mini gone",
      "half alive",
      "qwen3.8-flash unpriced",
    ])
    expect(await model("gpt-5")).toMatchObject({
      off: "2026-12-11",
      daysLeft: 19,
      // The official successor is dearer; the next one is not.
      successor: { model: "gpt-6.1-terra", provider: "openai", cheaper: true },
      price: { input: 5, output: 20 },
      roles: ["default"],
    })
    expect(await model("claude-opus-5-5")).toMatchObject({ state: "unreached" })
  })

  test("tells how much more the only successor costs", async () => {
    await models.retire("openai", "gpt-6.1-terra", {})
    expect(await model("gpt-5")).toMatchObject({
      successor: { model: "gpt-6.1-sol", cheaper: false, percentDearer: 100 },
    })
    await models.retire("openai", "gpt-5", {})
    expect((await model("gpt-6.1-sol"))?.roles).toEqual(["default"])
  })

  test("shows what was learned, until the model is revived", async () => {
    await store.note([{ provider: "openai", id: "gpt-5", learned: { patch: { refuses: ["top_p"] }, at: now } }])
    expect(await model("gpt-5")).toMatchObject({ learned: { refuses: ["top_p"], at: "2026-11-22T12:00:00.000Z" } })
    await models.revive("openai", "gpt-5")
    expect(await model("gpt-5")).not.toHaveProperty("learned")
  })
})

describe("add", () => {
  test("copies a likeness, with its price, and says so", async () => {
    const added = await models.add({ provider: "openai", id: "gpt-6.2-sol", like: "gpt-6.1-sol" })
    expect(added).toMatchObject({
      value: {
        outcome: "added",
        model: { state: "alive", price: { input: 10, output: 40 } },
        notes: [expect.stringContaining("its price is that of gpt-6.1-sol (OpenAI)")],
      },
    })
    expect((await store.read()).own).toMatchObject([{ id: "gpt-6.2-sol", efforts: ["low", "high"], window: 1_000_000 }])
    const [own] = (await store.read()).own
    expect(own).not.toHaveProperty("life")
    const priced = { provider: "openai", id: "gpt-6.3-sol", like: "gpt-6.1-sol", input: 3_000_000, output: 9_000_000 }
    expect(await models.add(priced)).toMatchObject({
      value: { model: { price: { input: 15, output: 45 } }, notes: [] },
    })
  })

  test("changes fields of a model that is known, and nothing else of it", async () => {
    expect(await models.add({ provider: "openai", id: "gpt-5", window: 500_000 })).toMatchObject({
      value: { outcome: "changed", model: { state: "leaving", price: { input: 5 } } },
    })
    expect((await store.read()).own).toEqual([{ provider: "openai", id: "gpt-5", window: 500_000 }])
    expect(await models.add({ provider: "openai", id: "gpt-5", input: 2_000_000, output: 8_000_000 })).toMatchObject({
      value: { outcome: "changed", model: { price: { input: 10, output: 40 } }, notes: [] },
    })
  })

  test.each([
    [{ provider: "nobody", id: "m" }, "there is no provider"],
    [{ provider: "openai", id: "a b" }, "must be a model's id"],
    [{ provider: "openai", id: "../m" }, "must be a model's id"],
    [{ provider: "openai", id: "gpt-5" }, "is in the catalogue already"],
    [{ provider: "openai", id: "gpt-5", like: "half" }, "is in the catalogue already"],
    [{ provider: "openai", id: "m", like: "nobody" }, "there is no model nobody"],
    [{ provider: "openai", id: "m", like: "half@Nobody" }, "there is no model half@Nobody"],
    [{ provider: "openai", id: "m", input: 1 }, "both --input and --output"],
    [{ provider: "openai", id: "m", input: 0, output: 1 }, "must be above 0"],
    [{ provider: "openai", id: "m", input: 1, output: 2e12 }, "is beyond belief"],
    [{ provider: "openai", id: "m", efforts: ["utmost"] }, "efforts"],
    [{ provider: "openai", id: "m", sees: ["smell"] }, "sees"],
  ])("refuses %j in one sentence, and writes nothing", async (what, sentence) => {
    await untouched(async () => expect(refusal(await models.add(what))).toContain(sentence))
  })
})

describe("alias, retire, revive", () => {
  test("an alias is followed and said where it is dearer; circles and strangers are refused", async () => {
    expect(await models.setAlias("gpt-5", "gpt-6.1-sol@OpenAI")).toMatchObject({
      value: { notes: [expect.stringContaining("is dearer")] },
    })
    expect((await model("gpt-6.1-sol"))?.aliases).toEqual(["gpt-5"])
    await untouched(async () => {
      expect(refusal(await models.setAlias("gpt-6.1-sol", "gpt-5"))).toContain("in a circle")
      expect(refusal(await models.setAlias("half", "half"))).toContain("calls itself")
      expect(refusal(await models.setAlias("half", "nobody"))).toContain("no model of the catalogue")
      expect(refusal(await models.setAlias("gpt-5@OpenAI", "half"))).toContain("a bare name")
      expect(refusal(await models.removeAlias("half"))).toContain("there is no alias")
    })
    await models.removeAlias("gpt-5")
    expect((await models.list(true)).aliases).toEqual([])
  })

  test("a model goes at once, or on its day; what follows it must be there", async () => {
    expect(await models.retire("openai", "half", { on: "2027-02-01", successor: "gpt-6.1-sol" })).toMatchObject({
      value: { model: { state: "alive", off: "2027-02-01", successor: { model: "gpt-6.1-sol" } } },
    })
    expect(await models.retire("openai", "half", {})).toMatchObject({
      value: { model: { state: "gone", off: "2026-11-22", why: "retired by the operator" } },
    })
    expect(await models.revive("openai", "half")).toMatchObject({ value: { model: { state: "alive" } } })
    expect((await model("half"))?.off).toBeUndefined()
    await untouched(async () => {
      expect(refusal(await models.retire("openai", "half", { successor: "nobody" }))).toContain("its successor nobody")
      expect(refusal(await models.retire("openai", "half", { successor: "half" }))).toContain("would follow itself")
      expect(refusal(await models.retire("openai", "gpt-6.1-sol", { successor: "gpt-5" }))).toContain("in a circle")
      expect(refusal(await models.retire("openai", "nobody", {}))).toContain("there is no model nobody")
    })
  })

  test("a successor that is dead itself is refused", async () => {
    await models.retire("openai", "gpt-4o-mini", {})
    expect(refusal(await models.retire("openai", "half", { successor: "gpt-4o-mini" }))).toMatch(/gone itself/)
    expect(await model("half")).toMatchObject({ state: "alive" })
  })

  test("what refusals have found is undone, and what the catalogue read, too", async () => {
    await store.note([{ provider: "openai", id: "half", gone: { at: now, why: "two keys say so" } }])
    expect(await model("half")).toMatchObject({ state: "gone", why: "two keys say so" })
    expect(await models.revive("openai", "half")).toMatchObject({ value: { model: { state: "alive" } } })
    expect(await models.revive("openai", "gpt-4o-mini")).toMatchObject({ value: { model: { state: "alive" } } })
  })
})

describe("refresh", () => {
  const of = (listed: object) => JSON.stringify({ openai: { models: listed }, someone: { models: { x: "y" } } })
  const refresh = (more: object = {}) =>
    models.refresh({ from: "list.json", keys: false, write: false, accept: [], ...more })
  const shown = async (more: object = {}): Promise<RefreshView> => {
    const result = await refresh(more)
    if (!result.ok) throw new Error(result.error.message)
    return result.value
  }

  test("shows what would change, writes it after a yes, and finds nothing then", async () => {
    texts["list.json"] = of({
      "gpt-5": { cost: { input: 1.5, output: 4, cache_read: 0.1 }, limit: { context: 450_000 } },
      "gpt-7": { name: "GPT-7", cost: { input: 3, output: 12 }, release_date: "2026-11-22" },
      davinci: { cost: { input: 20, output: 20 }, release_date: "2022-11-28" },
    })
    await untouched(async () => {
      const { written, changes, added, doubtful } = await shown()
      expect({ written, doubtful, added }).toEqual({
        written: false,
        doubtful: [],
        added: [{ provider: "openai", id: "gpt-7" }],
      })
      expect(changes.map(({ id, field }) => `${id} ${field}`)).toEqual([
        "gpt-5 window",
        "gpt-5 prices",
        "gpt-7 name",
        "gpt-7 prices",
      ])
    })
    expect(await shown({ write: true })).toMatchObject({ written: true })
    expect(await model("gpt-7")).toMatchObject({ name: "GPT-7", state: "alive", price: { input: 15, output: 60 } })
    expect(await model("gpt-5")).toMatchObject({ price: { input: 7.5, cached: 0.5, output: 20 }, source: "list.json" })
    expect(await model("davinci")).toBeUndefined()
    expect(await shown()).toMatchObject({ changes: [], added: [] })
    // Older ones come when they are named.
    expect(await shown({ accept: ["davinci"] })).toMatchObject({ added: [{ id: "davinci" }] })
  })

  test("wants a look at a price that jumps, and writes nothing before", async () => {
    texts["list.json"] = of({
      "gpt-5": { cost: { input: 3.5, output: 4 } },
      half: { cost: { input: 1, output: 1.2 }, limit: { context: 9_000 } },
    })
    expect((await shown()).doubtful.map(({ id }) => id)).toEqual(["gpt-5", "half"])
    await untouched(async () =>
      expect(refusal(await refresh({ write: true, accept: ["gpt-5"] }))).toMatch(
        /^half \(OpenAI\): its output .*--accept half$/,
      ),
    )
    expect(await shown({ write: true, accept: ["gpt-5", "half@OpenAI"] })).toMatchObject({ written: true })
    expect(await model("half")).toMatchObject({ price: { output: 6 } })
  })

  test("never overwrites the operator, and leaves prices in yuan and announced ones alone", async () => {
    await models.add({ provider: "openai", id: "gpt-5", window: 1_000, input: 7_000_000, output: 8_000_000 })
    texts["list.json"] = JSON.stringify({
      openai: { models: { "gpt-5": { cost: { input: 1, output: 2 }, limit: { context: 5, output: 6_000 } } } },
      alibaba: { models: { "qwen3.8-flash": { cost: { input: 9, output: 9 } } } },
    })
    const { changes } = await shown({ write: true })
    expect(changes).toEqual([{ provider: "openai", id: "gpt-5", field: "outputMost", before: undefined, after: 6_000 }])
    expect(await model("gpt-5")).toMatchObject({ price: { input: 35 } })
  })

  test.each([
    ["no json", /^list.json is no JSON$/],
    [of({ "gpt-5": { cost: { input: 0, output: 1 } } }), /^list.json openai gpt-5: cost.input must be above 0$/],
    [of({ new: { cost: { input: 0, output: 0 } } }), /cost.input must be above 0/],
    [of({ "gpt-5": { cost: { input: -1, output: 1 } } }), /must not be negative/],
    [`{"openai": {"models": {"__proto__": {"a": 1}}}}`, /"__proto__"/],
    [of({ "a b": { cost: { input: 1, output: 1 } } }), /must be a model's id/],
    [of({ "../../x": { cost: { input: 1, output: 1 } } }), /must be a model's id/],
    [
      of({ half: { cost: { input: 1.1, output: 4 } }, "a b": { cost: { input: 1, output: 1 } } }),
      /must be a model's id/,
    ],
  ])("refuses %s as a whole", async (text, sentence) => {
    texts["list.json"] = text
    await untouched(async () => expect(refusal(await refresh({ write: true }))).toMatch(sentence))
  })

  test("says where nothing was told to read from, and what does not answer", async () => {
    expect(refusal(await refresh({ from: undefined }))).toContain("--from FILE or URL")
    expect(refusal(await refresh({ from: "https://x.example" }))).toBe("https://x.example: it does not answer")
  })

  test("takes dates, presence and limits from a provider's own list", async () => {
    lists.openai = [
      { id: "gpt-5", off: "2027-01-15" },
      { id: "gpt-6.1-sol", off: null, window: 2_000_000 },
      { id: "gpt-6.1-terra-2026-11-03" },
    ]
    const { changes, notes } = await shown({ from: undefined, keys: true, write: true })
    expect(changes.map(({ id, field, after }) => [id, field, after])).toEqual([
      ["gpt-5", "off", "2027-01-15"],
      ["gpt-6.1-sol", "window", 2_000_000],
      ["half", "gone", "it is not in OpenAI's own list"],
    ])
    expect(notes).toEqual(["Alibaba has no list that is read here"])
    expect(await model("half")).toMatchObject({ state: "gone", why: "it is not in its provider's own list" })
    expect(await model("gpt-5")).toMatchObject({ off: "2027-01-15", daysLeft: 54 })
    // Whom an operator revived is not taken away again by the same list.
    await models.revive("openai", "half")
    expect(await shown({ from: undefined, keys: true })).toMatchObject({ changes: [] })
  })

  test("a server that serves other models is no reason to think ours gone", async () => {
    lists.openai = [{ id: "llama" }]
    expect((await shown({ from: undefined, keys: true })).changes).toEqual([])
  })

  test("every day takes dates and presence, and nothing else", async () => {
    lists.openai = [{ id: "gpt-5", off: null, window: 7 }, { id: "gpt-6.1-sol" }, { id: "gpt-6.1-terra" }]
    expect(await models.watch()).toEqual([
      "gpt-5 (OpenAI): no day is announced any more",
      "half (OpenAI) is gone: it is not in OpenAI's own list",
    ])
    expect((await store.read()).refreshed).toEqual([])
    expect(await models.watch()).toEqual([])
  })

  test("is forgotten once the program knows better", async () => {
    texts["list.json"] = of({ half: { limit: { context: 9_000 } }, new: { cost: { input: 1, output: 2 } } })
    await shown({ write: true })
    await forgetOutdated(store, shipped)
    expect((await store.read()).refreshed).toHaveLength(2)
    await forgetOutdated(store, [row("half", { read: "2026-12-01" })])
    expect((await store.read()).refreshed.map(({ id }) => id)).toEqual(["new"])
  })
})

describe("prices", () => {
  test("an operator's price holds from today on, and touches nothing else of the row", async () => {
    const prices = createPriceOperations({ exchange, now: () => now, store, shipped })
    await models.add({ provider: "openai", id: "half", window: 5_000 })
    const set = { provider: "openai", model: "half", input: 2_000_000, output: 3_000_000, source: "a contract" }
    expect(await prices.set(set)).toMatchObject({ value: { price: { ...set, date: "2026-11-22" } } })
    await prices.set({ ...set, input: 3_000_000 })
    expect((await store.read()).own).toEqual([
      {
        provider: "openai",
        id: "half",
        window: 5_000,
        prices: [
          { input: 1_000_000, output: 4_000_000 },
          { from: "2026-11-22", input: 3_000_000, output: 3_000_000 },
        ],
        source: "a contract",
        read: "2026-11-22",
      },
    ])
    expect(refusal(await prices.set({ ...set, output: 0 }))).toContain("above 0")
    expect(refusal(await prices.set({ ...set, provider: "opena" }))).toContain("there is no provider")
  })
})

describe("prices that do not name every rate", () => {
  const long = { inputTokens: 200_000, input: 4_000_000, output: 12_000_000 }
  const rich = row("rich", {
    prices: [{ input: 2_000_000, cacheWrite: 2_500_000, output: 8_000_000, above: long, searchCall: 10_000 }],
  })
  const kept = {
    cacheWrite: 1_250_000,
    above: { inputTokens: 200_000, input: 2_000_000, output: 12_000_000 },
    searchCall: 10_000,
  }
  const key = { provider: "openai", model: "rich", source: "a contract" } as const
  const rates = { input: 1_000_000, output: 8_000_000 }

  test("what is dearer stays so when a price is set, and is told", async () => {
    const prices = createPriceOperations({ exchange, now: () => now, store, shipped: [rich] })
    expect(await prices.set({ ...key, ...rates })).toMatchObject({
      value: { price: { ...rates, ...kept }, kept: ["cacheWrite", "searchCall", "above"] },
    })
    const [own] = (await store.read()).own
    expect(own?.prices?.at(-1)).toEqual({ from: "2026-11-22", ...rates, ...kept })
    expect(await prices.set({ ...key, ...rates, cacheWrite: 1, searchCall: 2 })).toMatchObject({
      value: { price: { cacheWrite: 1, searchCall: 2 }, kept: ["above"] },
    })
  })

  test("a price is refused whose rates that are not named would be beyond belief", async () => {
    const prices = createPriceOperations({ exchange, now: () => now, store, shipped: [rich] })
    expect(refusal(await prices.set({ ...key, ...rates, input: 900_000_000_000 }))).toContain("cacheWrite")
    expect((await store.read()).own).toEqual([])
  })

  test("a slip that is mended on the same day leaves nothing behind", async () => {
    const prices = createPriceOperations({ exchange, now: () => now, store, shipped: [rich] })
    await prices.set({ ...key, ...rates, input: 1 })
    expect(await prices.set({ ...key, ...rates })).toMatchObject({ value: { price: { ...rates, ...kept } } })
  })

  test("a model has the price of its kind, and another is refused", async () => {
    const prices = createPriceOperations({ exchange, now: () => now, store, shipped: [rich] })
    expect(refusal(await prices.setPiece({ ...key, per: { speech: 1 } }))).toContain("--input and --output")
    expect(refusal(await prices.set({ ...key, ...rates, source: "s".repeat(301) }))).toContain("source")
    expect((await store.read()).own).toEqual([])
  })
})

describe("files of earlier versions", () => {
  let folder: string
  const put = (name: string, json: unknown) =>
    writeFileSync(join(folder, name), typeof json === "string" ? json : JSON.stringify(json))
  const takeOver = () => importFiles(store, folder, () => shipped)
  const price = {
    provider: "openai",
    model: "half",
    input: 9_000_000,
    output: 9_000_000,
    source: "s",
    date: "2026-01-01",
  }
  beforeEach(() => (folder = tempFolder("prosa-files")))

  test("are taken over once, and again when they change", async () => {
    put("prices.json", {
      prices: [
        price,
        { provider: "stability", model: "core", images: { any: 30_000 }, source: "s", date: "2026-01-01" },
      ],
    })
    put("models.json", {
      models: [{ provider: "openai", id: "half", window: 77 }],
      aliases: { "gpt-4": "gpt-6.1-sol@OpenAI" },
    })
    const { news, problems } = await takeOver()
    expect(problems).toEqual([])
    expect(news).toEqual([
      expect.stringContaining("prices.json is taken over: 2 models"),
      expect.stringContaining("models.json is taken over: 1 models, 1 aliases"),
    ])
    expect(await model("half")).toMatchObject({ price: { input: 45 } })
    expect(await model("core")).toMatchObject({ kind: "image", price: { any: 0.15 } })
    expect((await store.read()).own.find(({ id }) => id === "half")).toMatchObject({ window: 77 })
    // Later settings stay.
    await models.removeAlias("gpt-4")
    expect(await takeOver()).toEqual({ news: [], problems: [] })
    expect((await models.list(true)).aliases).toEqual([])
    put("prices.json", { prices: [{ ...price, input: 8_000_000 }] })
    expect((await takeOver()).news).toEqual([expect.stringContaining("it has changed since the last time; 1 models")])
    expect(await model("half")).toMatchObject({ price: { input: 40 } })
  })

  test.each<[string, unknown, string]>([
    ["prices.json", "{ not json", "it is no JSON"],
    ["prices.json", { prices: [price, { ...price, model: "m", input: 0 }] }, "row 2: prices.0.input: must be above 0"],
    ["prices.json", { prices: [price, price] }, "half@openai stands there twice"],
    ["prices.json", { prices: 5 }, "it is no list of prices"],
    ["models.json", { models: [{ provider: "openai", id: "m", mood: 1 }] }, "row 1: "],
    ["models.json", { models: [], aliases: { a: "b", b: "a" } }, "aliases run in a circle"],
    ["models.json", { models: [{ provider: "openai", id: "m", life: { successors: ["x"] } }] }, "its successor x"],
  ])("with a mistake are left alone, and it is told in one line: %s %j", async (name, content, why) => {
    put(name, content)
    await untouched(async () => {
      const { news, problems } = await takeOver()
      expect(news).toEqual([])
      expect(problems).toHaveLength(1)
      expect(problems[0]).toContain(why)
    })
  })
})
