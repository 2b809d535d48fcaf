import { createWriteStream, truncateSync, writeFileSync } from "node:fs"
import { createServer } from "node:http"
import { join } from "node:path"
import { describe, expect, test } from "vitest"
import { textReply } from "../../../testing/fake-provider/replies.ts"
import { readChat, readJson } from "../../../testing/gateway.ts"
import {
  costAt,
  listedRow,
  type ModelsGateway,
  offeredModel,
  ownModels,
  readAnswer,
  startModelsGateway,
  todayWith,
  withModels,
} from "../../../testing/models-gateway.ts"

/** The operator changes the catalogue while the server runs. */

const usage = { inputUncached: 100, output: 1_000 }
const oi = textReply("Oi", { usage })

/** One model in the shape of models.dev. */
function modelsDev(id: string, more: object = {}) {
  return {
    id,
    name: id,
    cost: { input: 3, output: 12, cache_read: 0.3 },
    limit: { context: 500_000, output: 64_000 },
    modalities: { input: ["text", "image"], output: ["text"] },
    reasoning: true,
    reasoning_options: [{ type: "effort", values: ["low", "medium", "high"] }],
    tool_call: true,
    temperature: false,
    knowledge: "2026-08",
    release_date: "2026-11-22",
    ...more,
  }
}
const listOf = (...models: readonly { readonly id: string }[]) => ({
  openai: { id: "openai", name: "OpenAI", models: Object.fromEntries(models.map((model) => [model.id, model])) },
})

function write(gateway: ModelsGateway, content: unknown): string {
  const file = join(gateway.prosa.dataDir, "list.json")
  writeFileSync(file, typeof content === "string" ? content : JSON.stringify(content))
  return file
}

/** The catalogue's content, to compare before and after. */
const listed = async (gateway: ModelsGateway) => JSON.stringify(await gateway.adminOk("models", "list", "--all"))

test("16: a model that came this morning is added beside its likeness, and answers within five seconds", () =>
  withModels({ models: todayWith({ "gpt-7-sol": {} }) }, async (gateway) => {
    const code = await gateway.code("premium", 10)
    gateway.models.answer(oi)
    const ask = { model: "gpt-7-sol", stream: true }
    expect((await gateway.chat(code, ask)).status).toBe(404)
    const added = await gateway.admin("models", "add", "openai", "gpt-7-sol", "--like", "gpt-6.1-sol")
    expect(added).toMatchObject({ code: 0 })
    // It says whose prices it took.
    expect(JSON.stringify(added.json) + added.out).toContain("gpt-6.1-sol")
    await expect.poll(async () => (await gateway.chat(code, ask)).status).toBe(200)
    const answer = await readAnswer(await gateway.chat(code, ask))
    expect(answer).toMatchObject({ text: "Oi", model: "gpt-7-sol", meta: { cost: costAt([2, 10], usage) / 1e6 } })
    expect(offeredModel(await gateway.config(), "gpt-7-sol")).toMatchObject({
      available: true,
      abilities: { efforts: ["low", "medium", "high", "xhigh", "max"], tools: "responses" },
    })
    const server = await gateway.restart()
    expect((await gateway.chat(code, ask, { server })).status).toBe(200)
  }))

test("16: with prices of its own, these", () =>
  withModels({ models: todayWith({ "gpt-7-sol": {} }) }, async (gateway) => {
    const code = await gateway.code("premium", 10)
    gateway.models.answer(oi)
    const prices = ["--input", "3", "--output", "12"]
    await gateway.adminOk("models", "add", "openai", "gpt-7-sol", "--like", "gpt-6.1-sol", ...prices)
    const ask = { model: "gpt-7-sol", stream: true }
    await expect.poll(async () => (await gateway.chat(code, ask)).status).toBe(200)
    const { meta } = await readChat(await gateway.chat(code, ask))
    expect(meta?.cost).toBe(costAt([3, 12], usage) / 1e6)
  }))

describe("commands that make no sense change nothing, and say why in a line", () => {
  /** What none of them changes: each begins with what the one before left. */
  let before: string | undefined
  test.each([
    [["add", "openai", "gpt-7-sol"], /like|price|--input/i],
    [["add", "openai", "gpt-7-sol", "--like", "gpt-0"], /gpt-0/],
    [["add", "nobody", "gpt-7-sol", "--like", "gpt-6.1-sol"], /nobody/],
    [["add", "openai", "../../etc", "--like", "gpt-6.1-sol"], /id/i],
    [["add", "openai", "gpt-7-sol", "--like", "gpt-6.1-sol", "--input", "-1", "--output", "5"], /-1|above|input/i],
    [["add", "openai", "gpt-7-sol", "--like", "gpt-6.1-sol", "--input", "0", "--output", "0"], /above|input|0/i],
    [
      ["add", "openai", "gpt-7-sol", "--like", "gpt-6.1-sol", "--input", "9999999", "--output", "1"],
      /input|belief|most/i,
    ],
    [["alias", "gpt-5", "gpt-0@OpenAI"], /gpt-0/],
    [["alias", "gpt-5", "gpt-5"], /itself|gpt-5|loop|circle/i],
    [["retire", "openai", "gpt-0"], /gpt-0/],
    [["retire", "openai", "gpt-5", "--successor", "gpt-0"], /gpt-0/],
    [["retire", "openai", "gpt-5", "--successor", "o1-mini"], /o1-mini/],
    [["retire", "openai", "gpt-5", "--on", "tomorrow"], /--on|tomorrow|date/i],
    [["revive", "openai", "gpt-0"], /gpt-0/],
    [["remodel", "openai", "gpt-5"], /remodel/],
  ])("models %j", async (words, why) => {
    const gateway = await shared
    before ??= await gateway.storedCatalogue()
    const said = await gateway.admin("models", ...words)
    expect(said.code).not.toBe(0)
    expect(said.err).toMatch(why)
    expect(await gateway.storedCatalogue()).toBe(before)
  })

  test("a circle of aliases is refused at its last link", async () => {
    const gateway = await shared
    await gateway.adminOk("models", "alias", "rapido", "gpt-6-luna@OpenAI")
    await gateway.adminOk("models", "alias", "meu", "rapido")
    const said = await gateway.admin("models", "alias", "rapido", "meu")
    expect(said.code).not.toBe(0)
    expect(said.err).toMatch(/meu|rapido/)
    await gateway.adminOk("models", "alias", "meu", "--remove")
    await gateway.adminOk("models", "alias", "rapido", "--remove")
  })
})

const shared = startModelsGateway()
test("and the shared server ends with books that verify", async () => {
  const gateway = await shared
  expect(await gateway.adminOk("ledger", "verify")).toMatchObject({ ok: true })
  await gateway.stop()
})

describe("17: models refresh from a list", () => {
  test("shows what would change, and changes it only where it is told to", () =>
    withModels({ models: todayWith({ "gpt-7-sol": {} }) }, async (gateway) => {
      const code = await gateway.code("premium", 10)
      gateway.models.answer(oi)
      const before = await listed(gateway)
      const file = write(gateway, listOf(modelsDev("gpt-7-sol")))
      const shown = await gateway.admin("models", "refresh", "--from", file)
      expect(shown.code).toBe(0)
      expect(shown.out).toContain("gpt-7-sol")
      expect(await listed(gateway)).toBe(before)
      await gateway.adminOk("models", "refresh", "--from", file, "--write")
      const ask = { model: "gpt-7-sol", stream: true }
      await expect.poll(async () => (await gateway.chat(code, ask)).status).toBe(200)
      const { meta } = await readChat(await gateway.chat(code, ask))
      expect(meta?.cost).toBe(costAt([3, 12], usage) / 1e6)
      expect(offeredModel(await gateway.config(), "gpt-7-sol")).toMatchObject({
        canSeeImages: true,
        abilities: { efforts: ["low", "medium", "high"], sampling: "never", window: 500_000 },
      })
      // Twice changes nothing more.
      const after = await listed(gateway)
      await gateway.adminOk("models", "refresh", "--from", file, "--write")
      expect(await listed(gateway)).toBe(after)
    }))

  test("a rate that moved beyond three times needs a word for that model; nothing is changed before", () =>
    withModels({}, async (gateway) => {
      const dear = modelsDev("gpt-6.1-sol", { cost: { input: 6.1, output: 10 } })
      const cheap = modelsDev("gpt-5.6-terra", { cost: { input: 0.6, output: 12 } })
      const usual = modelsDev("gpt-6.1-terra", { cost: { input: 1.5, output: 5, cache_read: 0.1 } })
      const file = write(gateway, listOf(dear, cheap, usual))
      const row = async (id: string) => JSON.stringify(listedRow(await gateway.adminOk("models", "list", "--all"), id))
      const [sol, terra] = [await row("gpt-6.1-sol"), await row("gpt-6.1-terra")]
      const said = await gateway.admin("models", "refresh", "--from", file, "--write")
      expect(said.out + said.err).toMatch(/--accept|accept/)
      expect(await row("gpt-6.1-sol")).toBe(sol)
      expect(await row("gpt-6.1-terra")).toBe(terra)
      await gateway.admin("models", "refresh", "--from", file, "--write", "--accept", "gpt-6.1-sol,gpt-5.6-terra")
      expect(await row("gpt-6.1-sol")).not.toBe(sol)
    }))

  test("never overwrites what the operator has set, and deletes nothing", () =>
    withModels({ models: todayWith({ "gpt-7-sol": {} }) }, async (gateway) => {
      const prices = ["--input", "2.5", "--output", "11"]
      await gateway.adminOk("models", "add", "openai", "gpt-7-sol", "--like", "gpt-6.1-sol", ...prices)
      const row = async () => listedRow(await gateway.adminOk("models", "list", "--all"), "gpt-7-sol")
      const before = await row()
      const rows = (await listed(gateway)).split('"provider"').length
      await gateway.adminOk("models", "refresh", "--from", write(gateway, listOf(modelsDev("gpt-7-sol"))), "--write")
      expect(JSON.stringify((await row())?.["price"] ?? null)).toBe(JSON.stringify(before?.["price"] ?? null))
      expect((await listed(gateway)).split('"provider"').length).toBeGreaterThanOrEqual(rows)
    }))

  const model = modelsDev("gpt-7-sol")
  /** What the list says before anything is refreshed: the same at each gateway. */
  let before: string | undefined
  test.each([
    ["no JSON", "{ not json"],
    ["a list", [model]],
    ["nothing", ""],
    ["a price of nothing", listOf(modelsDev("gpt-6-luna", { cost: { input: 0, output: 0 } }))],
    ["a negative price", listOf(modelsDev("gpt-6-luna", { cost: { input: -1, output: 5 } }))],
    ["an absurd price", listOf(modelsDev("gpt-6-luna", { cost: { input: 1e12, output: 5 } }))],
    ["a price that is no number", listOf(modelsDev("gpt-6-luna", { cost: { input: "1", output: null } }))],
    [
      "a prototype",
      `{"__proto__":{"models":{"x":{}}},"openai":{"models":{"__proto__":{"cost":{"input":1,"output":1}}}}}`,
    ],
    ["a constructor", listOf({ ...model, id: "constructor" })],
    ["an id that is a path", listOf({ ...model, id: "../../../etc/passwd" })],
    ["a name of a thousand lines", listOf(modelsDev("gpt-6-luna", { name: "x\n".repeat(1_000) }))],
    ["a window of a million millions", listOf(modelsDev("gpt-6-luna", { limit: { context: 1e12, output: -4 } }))],
    ["depth", `${'{"openai":'.repeat(5_000)}{}${"}".repeat(5_000)}`],
  ])("a hostile file is refused, or what is wrong in it left out: %s", async (_, content) => {
    await withModels({}, async (gateway) => {
      before ??= await listed(gateway)
      const said = await gateway.admin("models", "refresh", "--from", write(gateway, content), "--write")
      expect(said.err).not.toMatch(/\n\s+at /)
      const after = await listed(gateway)
      const row = listedRow(JSON.parse(after), "gpt-6-luna")
      expect(JSON.stringify(row)).toBe(JSON.stringify(listedRow(JSON.parse(before), "gpt-6-luna")))
      expect(after).not.toMatch(/etc\/passwd|__proto__|"constructor"/)
      // The server goes on as before.
      expect(offeredModel(await gateway.config(), "gpt-6-luna")).toMatchObject({ available: true })
    })
  })

  test("a file of two gigabytes is refused before it is read", () =>
    withModels({}, async (gateway) => {
      const file = join(gateway.prosa.dataDir, "huge.json")
      await new Promise<void>((resolve) => void createWriteStream(file).end("{", () => resolve()))
      truncateSync(file, 2 * 1024 ** 3)
      const said = await gateway.admin("models", "refresh", "--from", file, "--write")
      expect(said.code).not.toBe(0)
      expect(said.err).toMatch(/8 MiB|large|most/i)
    }))

  test("an address inside the operator's network is not asked, and one that never ends is left", () =>
    withModels({}, async (gateway) => {
      let asked = 0
      const server = createServer((_request, response) => {
        asked += 1
        response.writeHead(200, { "content-type": "application/json" })
        response.write(`{"openai":"${"x".repeat(65_536)}`)
      })
      await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve))
      const address = server.address()
      const port = typeof address === "object" && address ? address.port : 0
      const said = await gateway.admin("models", "refresh", "--from", `http://127.0.0.1:${port}/api.json`, "--write")
      expect(said.code).not.toBe(0)
      expect(asked).toBe(0)
      server.closeAllConnections()
      server.close()
    }))
})

test("models refresh --keys takes dates and presence from the provider's own list, never prices", () =>
  withModels(
    { models: todayWith({ "gpt-6-sol": { announced: "2026-12-20" }, "gpt-5.2": { until: 0 } }) },
    async (gateway) => {
      await gateway.adminOk("models", "refresh", "--keys", "--write")
      const list = await gateway.adminOk("models", "list", "--all")
      expect(JSON.stringify(listedRow(list, "gpt-6-sol"))).toContain("2026-12-20")
      expect(listedRow(list, "gpt-5.2")).toMatchObject({ state: "gone" })
      expect(listedRow(list, "gpt-6-luna")).not.toMatchObject({ state: "gone" })
      await expect.poll(async () => offeredModel(await gateway.config(), "gpt-6-sol")?.["off"]).toBe("2026-12-20")
      const code = await gateway.code("premium", 10)
      gateway.models.answer(oi)
      // Its only successor by the catalogue is none: who asks is told so, and the provider is not asked.
      await gateway.chat(code, { model: "gpt-5.2" })
      expect(gateway.models.asked.map(({ model }) => model)).not.toContain("gpt-5.2")
    },
  ))

test("the provider's own list is looked at by itself: what it lacks is gone before anybody asks for it", () =>
  withModels({ models: todayWith({ "gpt-5.2": { until: 0 } }), env: { MODELS_WATCH: "" } }, async (gateway) => {
    await expect.poll(async () => offeredModel(await gateway.config(), "gpt-5.2")?.["available"] ?? false).toBe(false)
    expect(gateway.models.asked).toEqual([])
  }))

test("18: a price from midnight: admitted before, the old one; after, the new one", () =>
  withModels(
    {
      at: "2026-11-30T23:59:00Z",
      files: {
        "models.json": ownModels({
          id: "gpt-4.1",
          prices: [
            { input: 2_000_000, output: 8_000_000 },
            { from: "2026-12-01", input: 4_000_000, output: 16_000_000 },
          ],
        }),
      },
    },
    async (gateway) => {
      const { models, clock } = gateway
      const code = await gateway.code("premium", 10)
      let release = () => {}
      const isReleased = new Promise<void>((resolve) => (release = resolve))
      models.answer(async (request) => {
        await isReleased
        return oi(request)
      })
      const ask = { model: "gpt-4.1", stream: true }
      const admittedBefore = gateway.chat(code, ask)
      await expect.poll(() => gateway.provider.requests.length).toBe(1)
      clock.set("2026-12-01T00:00:01Z")
      const price = async () => offeredModel(await gateway.config(), "gpt-4.1")?.["pricePerMillion"]
      await expect.poll(price).toMatchObject({ input: 28.6 })
      release()
      expect((await readChat(await admittedBefore)).meta?.cost).toBe(costAt([2, 8], usage) / 1e6)
      expect((await readChat(await gateway.chat(code, ask))).meta?.cost).toBe(costAt([4, 16], usage) / 1e6)
    },
  ))

describe("a catalogue of the operator's that cannot be right", () => {
  const row = { id: "gpt-4.1", prices: [{ input: 1, output: 1 }] }
  test.each([
    ["no JSON", "{ not json", /models\.json/],
    ["two rows of one id", ownModels(row, row), /gpt-4\.1.*twice|twice.*gpt-4\.1/i],
    ["an unknown field", ownModels({ ...row, speed: 9 }), /speed/],
    ["a negative price", ownModels({ id: "gpt-4.1", prices: [{ input: -1, output: 1 }] }), /prices/],
    ["an absurd price", ownModels({ id: "gpt-4.1", prices: [{ input: 1e15, output: 1 }] }), /prices/],
    ["a provider nobody knows", ownModels({ ...row, provider: "nobody" }), /provider/],
    ["a day that is none", ownModels({ ...row, life: { off: "2026-02-31" } }), /off/],
  ])("%s: one clear line at start, nothing of it applied", async (_, content, why) => {
    const files = { "models.json": content }
    const started = await startModelsGateway({ files }).then(
      (gateway) => gateway,
      (error: unknown) => String(error),
    )
    if (typeof started === "string") {
      expect(started).toMatch(why)
      expect(started.trim().split("\n")).toHaveLength(1)
      return
    }
    // It may start without the file, if it says so.
    expect(started.prosa.output()).toMatch(why)
    expect(offeredModel(await started.config(), "gpt-4.1")?.["pricePerMillion"]).toMatchObject({ input: 14.3 })
    await started.stop()
  })
})

test("a successor in the file that is gone itself is told in its line", () =>
  withModels(
    { files: { "models.json": { models: [{ provider: "openai", id: "o3", life: { successors: ["o3-mini"] } }] } } },
    async (gateway) => {
      expect(gateway.prosa.output()).toMatch(
        /taken over: 1 models.*o3 \(OpenAI\) is followed by o3-mini, which is gone/,
      )
    },
  ))

test("the same over HTTP, for whoever has the operator's token", () =>
  withModels({ env: { ADMIN_TOKEN: "a-token-of-the-operator" } }, async (gateway) => {
    const ask = (token: string) =>
      fetch(`${gateway.url}/api/admin/models`, { headers: { authorization: `Bearer ${token}` } })
    expect((await ask("a-wrong-token-of-nobody")).status).toBe(401)
    const response = await ask("a-token-of-the-operator")
    expect(response.status).toBe(200)
    expect(listedRow(await readJson(response), "gpt-5")).toMatchObject({ state: "leaving" })
  }))

test("the list tells of each model its state, what follows it, its price, and who plays which role", () =>
  withModels({}, async (gateway) => {
    const list = await gateway.adminOk("models", "list", "--all")
    expect(listedRow(list, "gpt-5")).toMatchObject({ state: "leaving" })
    expect(listedRow(list, "gpt-6-luna")).toMatchObject({ state: "alive" })
    expect(listedRow(list, "o1-mini")).toMatchObject({ state: "gone" })
    expect(JSON.stringify(listedRow(list, "gpt-5"))).toMatch(/2026-12-11/)
    expect(JSON.stringify(listedRow(list, "o1-mini"))).toMatch(/gpt-6-luna/)
    expect(JSON.stringify(list)).toMatch(/compress/)
  }))
