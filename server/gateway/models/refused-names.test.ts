import { titleOf } from "../../../testing/auxiliary-calls.ts"
import { readFileSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { describe, expect, test, vi } from "vitest"
import { textReply } from "../../../testing/fake-provider/replies.ts"
import { listedRow, ownModels, readAnswer, todayWith, withModels } from "../../../testing/models-gateway.ts"

const oi = textReply("Oi", { usage: { inputUncached: 100, output: 20 } })

const row = (id: string, perMillion: number, outputMost: number, more: object = {}) => ({
  id,
  window: 1_000_000,
  outputMost,
  efforts: [],
  prices: [{ input: perMillion * 1e6, output: perMillion * 1e6 }],
  ...more,
})

const soon = { timeout: 30_000, interval: 200 }

const capsOf = (asked: readonly { readonly model: string; readonly json: Record<string, unknown> }[]) =>
  asked.map(({ model, json }) => [model, json["max_completion_tokens"] ?? json["max_tokens"]])

describe("a dated name that somebody made up", () => {
  test("is refused as such, and retires nothing, however many keys say so", () =>
    withModels({ keys: "sk-one,sk-two" }, async (gateway) => {
      gateway.models.answer(oi)
      const made = await gateway.chat(undefined, { model: "gpt-4o-mini-2031-01-01", stream: true })
      expect(made.status).toBe(404)
      expect(await made.json()).toMatchObject({ error: { code: "model_not_found" } })

      gateway.models.forget()
      const real = await readAnswer(await gateway.chat(undefined, { model: "gpt-4o-mini", stream: true }))
      expect(real).toMatchObject({ text: "Oi", model: "gpt-4o-mini" })
      expect(gateway.models.asked.map(({ model }) => model)).toEqual(["gpt-4o-mini"])
      const listed = listedRow(await gateway.adminOk("models", "list", "--all"), "gpt-4o-mini")
      expect(listed?.["state"]).not.toBe("retired")
    }))
})

test("a storm of refused calls asks the provider for its list once a minute", () =>
  withModels(
    { env: { MODELS_WATCH: "1" }, models: todayWith({ "gpt-4.1": { until: Date.UTC(2026, 10, 22, 12, 30) } }) },
    async (gateway) => {
      gateway.models.answer(oi)
      const lists = () => gateway.provider.requests.filter(({ path }) => path.includes("/v1/models")).length
      const before = lists()
      const code = await gateway.code("premium", 10)
      gateway.clock.set("2026-11-22T12:30:01Z")
      for (let at = 0; at < 5; at++) await readAnswer(await gateway.chat(code, { model: "gpt-4.1", stream: true }))
      expect(lists() - before).toBeLessThanOrEqual(1)
    },
  ))

test("who asks a model that writes little pays for no more of what stands in for it", () =>
  withModels(
    {
      files: {
        "models.json": ownModels(
          row("old-a", 1, 10_000, { life: { gone: true, successors: ["new-b"] } }),
          row("new-b", 2, 100_000),
        ),
      },
      models: todayWith({ "new-b": {} }),
    },
    async (gateway) => {
      gateway.models.answer(oi)
      const code = await gateway.code("premium", 100)
      const said = await gateway.chat(
        code,
        { model: "old-a", stream: true },
        { headers: { "x-prosa-successor": "any" } },
      )
      expect((await readAnswer(said)).model).toBe("new-b")
      const [[, cap] = []] = capsOf(gateway.models.asked)
      // 10,000 tokens at 1 are 5,000 at 2.
      expect(cap).toBeLessThanOrEqual(5_000)
    },
  ))

test.each([
  ["by the balance", 0.3, {}],
  ["by a ceiling", 100, { "x-max-cost": "0.3" }],
])("what was held down %s stays so, however often the call moves", (_, amount, headers) =>
  withModels(
    {
      files: {
        "models.json": ownModels(
          row("old-a", 10, 100_000, { life: { gone: true, successors: ["new-b"] } }),
          row("new-b", 10, 100_000, { life: { successors: ["new-c"] } }),
          row("new-c", 10, 100_000),
        ),
      },
      models: todayWith({ "new-b": { until: 0 }, "new-c": {} }),
    },
    async (gateway) => {
      gateway.models.answer(oi)
      const code = await gateway.code("premium", amount)
      const said = await readAnswer(await gateway.chat(code, { model: "old-a", stream: true }, { headers }))
      expect(said).toMatchObject({ text: "Oi", model: "new-c" })
      const [[, first] = [], [, second] = []] = capsOf(gateway.models.asked)
      expect(first).toBeLessThan(10_000)
      expect(second).toBeLessThanOrEqual(Number(first))
    },
  ),
)

test("a visitor whose model is refused in the call goes on with the role's next", () =>
  withModels({ models: todayWith({ "gpt-4o-mini": { until: 0 } }) }, async (gateway) => {
    gateway.models.answer(oi)
    const said = await readAnswer(await gateway.chat(undefined, { model: "gpt-4o-mini", stream: true }))
    expect(said.error).toBeUndefined()
    expect(said.text).toBe("Oi")
    expect(said.model).not.toBe("gpt-4o-mini")
  }))

test("a title goes on past every writer that is refused", () =>
  withModels(
    {
      env: { COMPRESS_MODEL: "gpt-4.1-mini,gpt-5.4-nano" },
      models: todayWith({ "gpt-4.1-mini": { until: 0 }, "gpt-5.4-nano": { until: 0 } }),
    },
    async (gateway) => {
      gateway.models.answer(oi)
      const code = await gateway.code("premium", 10)
      await readAnswer(await gateway.chat(code, { model: "gpt-4.1", stream: true }))
      gateway.models.forget()
      const title = { model: "gpt-4.1-mini", stream: true, max_tokens: 150, messages: titleOf() }
      const said = await readAnswer(await gateway.chat(code, title))
      expect(said.text).toBe("Oi")
      const asked = gateway.models.asked.map(({ model }) => model)
      expect(asked).toEqual([...new Set(asked)])
    },
  ))

test("a revived model is asked for at once, by the server whose keys were refused it", () =>
  withModels({ keys: "sk-one,sk-two", models: todayWith({ "gpt-4o": { until: 0 } }) }, async (gateway) => {
    gateway.models.answer(oi)
    const code = await gateway.code("premium", 10)
    const ask = async () => readAnswer(await gateway.chat(code, { model: "gpt-4o", stream: true }))
    expect((await ask()).model).not.toBe("gpt-4o")
    gateway.models.put({ id: "gpt-4o" })
    await vi.waitFor(async () => {
      const listed = listedRow(await gateway.adminOk("models", "list", "--all"), "gpt-4o")
      expect(listed?.["state"]).toBe("gone")
    }, soon)
    await gateway.adminOk("models", "revive", "openai", "gpt-4o")
    await vi.waitFor(async () => expect(await ask()).toMatchObject({ text: "Oi", model: "gpt-4o" }), soon)
  }))

test("a model that is back in its provider's list, with another day, is back at once", () =>
  withModels({ models: todayWith({ "gpt-4o": { until: 0 } }), env: { MODELS_WATCH: "" } }, async (gateway) => {
    gateway.models.answer(oi)
    const code = await gateway.code("premium", 10)
    const ask = async () => readAnswer(await gateway.chat(code, { model: "gpt-4o", stream: true }))
    expect((await ask()).model).not.toBe("gpt-4o")
    gateway.models.put({ id: "gpt-4o", announced: "2031-01-01" })
    const changes = JSON.stringify(await gateway.adminOk("models", "refresh", "--keys", "--write"))
    expect(changes).toContain("2031-01-01")
    await vi.waitFor(async () => expect(await ask()).toMatchObject({ text: "Oi", model: "gpt-4o" }), soon)
  }))

test("a dead model of pictures has nobody to talk in its place", () =>
  withModels({}, async (gateway) => {
    const code = await gateway.code("premium", 10)
    const header = { headers: { "x-prosa-successor": "any" } }
    const said = await gateway.chat(code, { model: "dall-e-3", stream: true }, header)
    expect(said.status).toBe(404)
    expect(await said.json()).toMatchObject({ error: { code: "model_not_found" } })
    expect(gateway.models.asked).toEqual([])
  }))

describe("aliases", () => {
  test("of aliases lead to their end, and to the dead's successor", () =>
    withModels({}, async (gateway) => {
      gateway.models.answer(oi)
      const code = await gateway.code("premium", 10)
      await gateway.adminOk("models", "alias", "rapido", "gpt-6-luna@OpenAI")
      await gateway.adminOk("models", "alias", "meu", "rapido")
      await gateway.adminOk("models", "alias", "antigo", "o3-mini@OpenAI")
      await vi.waitFor(async () => {
        const said = await readAnswer(await gateway.chat(code, { model: "meu", stream: true }))
        expect(said).toMatchObject({ text: "Oi", model: "gpt-6-luna" })
      }, soon)
      const header = { headers: { "x-prosa-successor": "any" } }
      await vi.waitFor(async () => {
        const dead = await readAnswer(await gateway.chat(code, { model: "antigo", stream: true }, header))
        expect(dead.text).toBe("Oi")
      }, soon)
      expect(gateway.models.asked.map(({ model }) => model)).not.toContain("o3-mini")
    }))

  test("to another provider are followed in the chat, and refused where only its own provider can answer", async () => {
    const sse = readFileSync(new URL("../../../testing/fixtures/wire/anthropic/text.sse", import.meta.url))
    const server = createServer((_, response) => {
      response.writeHead(200, { "content-type": "text/event-stream" })
      response.end(sse)
    })
    await new Promise<void>((go) => server.listen(0, "127.0.0.1", () => go()))
    const { port } = server.address() as AddressInfo
    const env = { ANTHROPIC_API_KEY: "k", ANTHROPIC_URL: `http://127.0.0.1:${port}` }
    await withModels({ env }, async (gateway) => {
      gateway.models.answer(oi)
      await gateway.adminOk("models", "alias", "gpt-4.1", "claude-sonnet-5-5@Anthropic")
      const code = await gateway.code("premium", 10)
      await vi.waitFor(async () => {
        const said = await readAnswer(await gateway.chat(code, { model: "gpt-4.1", stream: true }))
        expect(said.model).toBe("claude-sonnet-5-5")
      }, soon)
      const body = { messages: undefined, model: "gpt-4.1", input: "oi", stream: true }
      const refused = await gateway.chat(code, body, { path: "/v1/responses" })
      expect(refused.status).toBe(404)
      expect(await refused.json()).toMatchObject({ error: { code: "model_not_found" } })
    })
    server.close()
  })
})
