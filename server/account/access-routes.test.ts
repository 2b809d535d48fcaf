import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { readJson, startGateway, type TestGateway } from "../../testing/gateway.ts"
import { startProsaInProcess } from "../../testing/prosa-in-process.ts"

const plansUrl = "https://planos.example/precos"
const operatorCode = "codigo-da-casa-2026"
let gateway: TestGateway
beforeAll(async () => {
  gateway = await startGateway({
    env: { PLANS_URL: plansUrl, CODE: operatorCode, SUPPORT_URL: "https://ajuda.example/", CUSTOM_MODELS: "-gpt-4o" },
  })
})
afterAll(() => gateway.stop())

function post(path: string, body: unknown): Promise<Response> {
  return fetch(gateway.url + path, {
    method: "POST",
    headers: { "content-type": "application/json", "accept-language": "pt-BR" },
    body: typeof body === "string" ? body : JSON.stringify(body),
  })
}
const balanceOf = (accessCode: unknown) => post("/api/getBalance", { accessCode })

describe("getBalance", () => {
  test("of a premium code tells what is left, with or without nk- and spaces", async () => {
    const { code } = await gateway.code("premium", 12.345678)
    for (const typed of [code, `nk-${code}`, `  ${code}\n`]) {
      const response = await balanceOf(typed)
      expect(response.status).toBe(200)
      expect(await response.json()).toEqual({
        saldo_premium: 12.345678,
        saldo_gratuito: 0,
        saldo_chamadas: 0,
        saldo: 12.345678,
        tipo_usuario: "premium",
      })
    }
  })

  test("of a free code gives the day's grant once and tells it", async () => {
    const { code } = await gateway.code("free")
    for (let look = 0; look < 3; look++) {
      const response = await balanceOf(code)
      expect(response.status).toBe(200)
      expect(await response.json()).toMatchObject({ saldo_gratuito: 0.5, saldo: 0.5, tipo_usuario: "gratuito" })
    }
  })

  test("of an unknown code is 404 in its fixed words", async () => {
    const response = await balanceOf("prosa_00000000000000000000000000")
    expect(response.status).toBe(404)
    expect(await response.json()).toMatchObject({
      error: "Usuário não encontrado. Por favor, verifique o código em Configurações",
      code: "user_not_found",
    })
    expect((await balanceOf("")).status).toBe(404)
  })

  test("of a premium code with nothing left is 402 with the balances and where to buy", async () => {
    const { code } = await gateway.code("premium")
    const response = await balanceOf(code)
    expect(response.status).toBe(402)
    const json = await readJson(response)
    expect(json).toMatchObject({
      balance_insufficient: true,
      upgrade_url: plansUrl,
      saldo: 0,
      saldo_premium: 0,
      saldo_gratuito: 0,
      saldo_chamadas: 0,
      tipo_usuario: "premium",
    })
    expect(json["error"]).toBeTypeOf("string")
  })

  test("of a frozen code is 400 'Saldo insuficiente', with the balances", async () => {
    const code = await gateway.code("premium", 3)
    await gateway.freeze(code)
    const response = await balanceOf(code.code)
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({
      error: "Saldo insuficiente",
      code: "balance_insufficient",
      frozen: true,
      saldo_chamadas: 0,
      tipo_usuario: "premium",
      upgrade_url: plansUrl,
    })
  })

  test("of one of the operator's own codes is unmetered", async () => {
    const response = await balanceOf(operatorCode)
    expect(response.status).toBe(200)
    const json = await readJson(response)
    expect(json).toMatchObject({ unmetered: true, tipo_usuario: "premium" })
    expect(json).not.toHaveProperty("upgrade_url")
  })

  test.each([null, 5, ["a"], {}, true])("of %j is 400", async (accessCode) => {
    const response = await balanceOf(accessCode)
    expect(response.status).toBe(400)
    expect(await readJson(response)).toHaveProperty("error")
  })
})

describe("validate-access", () => {
  test("says of a code whether it is good, and nothing else", async () => {
    const { code } = await gateway.code("premium")
    const valid = async (accessCode: string) => (await post("/api/validate-access", { accessCode })).json()
    expect(await valid(code)).toEqual({ valid: true })
    expect(await valid(`nk-${code}`)).toEqual({ valid: true })
    expect(await valid(operatorCode)).toEqual({ valid: true })
    expect(await valid("")).toEqual({ valid: false })
    expect(await valid(`${code}x`)).toEqual({ valid: false })
  })
})

describe("what anybody may ask", () => {
  test("/api/config tells the page its settings and the models with their prices, and no secret", async () => {
    const response = await post("/api/config", "")
    expect(response.status).toBe(200)
    const config = await readJson(response)
    expect(config).toMatchObject({
      needCode: false,
      hideUserApiKey: false,
      hideBalanceQuery: false,
      disableGPT4: false,
      disableFastLink: false,
      customModels: "-gpt-4o",
      productName: "Prosa",
      pretend: false,
      plansUrl,
      supportUrl: "https://ajuda.example/",
    })
    const models = config["models"] as { name: string; tiers: string[]; pricePerMillion: { output: number } }[]
    expect(models.find((model) => model.name === "gpt-4o-mini")).toMatchObject({ tiers: ["free", "premium"] })
    expect(models.find((model) => model.name === "gpt-4.1")).toMatchObject({
      tiers: ["premium"],
      pricePerMillion: { input: 14.3, cached: 3.575, output: 57.2 },
    })
    expect(JSON.stringify(config)).not.toContain(operatorCode)
    expect(JSON.stringify(config)).not.toContain("sk-fake")
    expect(JSON.stringify(config)).not.toContain(gateway.provider.url)
  })

  test("/api/search-status offers a search where the provider has a tool for it", async () => {
    expect(await (await fetch(`${gateway.url}/api/search-status`)).json()).toEqual({ enableSearch: true })
  })

  test("/healthz and /readyz answer", async () => {
    expect((await fetch(`${gateway.url}/healthz`)).status).toBe(200)
    const ready = await fetch(`${gateway.url}/readyz`)
    expect([ready.status, await ready.json()]).toEqual([200, { ready: true }])
  })

  test("/v1/models lists what the caller may use", async () => {
    const list = async (headers: Record<string, string> = {}) => {
      const response = await fetch(`${gateway.url}/v1/models`, { headers })
      const json = (await response.json()) as { object: string; data: { id: string; object: string }[] }
      expect(json.object).toBe("list")
      expect(json.data.every((model) => model.object === "model")).toBe(true)
      return json.data.map((model) => model.id)
    }
    const free = await gateway.code("free")
    const premium = await gateway.code("premium", 1)
    expect(await list()).toEqual(["gpt-4o-mini"])
    expect(await list({ authorization: `Bearer ${free.code}` })).toEqual(["gpt-4o-mini"])
    const all = await list({ authorization: `Bearer ${premium.code}` })
    expect(all).toEqual(expect.arrayContaining(["gpt-5", "gpt-4.1", "o3", "gpt-4o-mini"]))
    expect(new Set(all).size).toBe(all.length)
  })
})

describe("a code of the operator's list", () => {
  test("uses every model and is never charged", async () => {
    const response = await fetch(`${gateway.url}/v1/chat/completions`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${operatorCode}` },
      body: JSON.stringify({ model: "gpt-5", messages: [{ role: "user", content: "Oi" }] }),
    })
    expect(response.status).toBe(200)
    expect(await response.json()).not.toHaveProperty("_meta")
  })
})

test("wrong codes cost time, right ones never wait for them", async () => {
  const waits: number[] = []
  let goOn = () => {}
  const isOver = new Promise<void>((resolve) => (goOn = resolve))
  const wait = async (ms: number) => {
    waits.push(ms)
    await isOver
  }
  const guessing = await startGateway({ start: (options) => startProsaInProcess(options, { wait }) })
  const { code } = await guessing.code("premium", 1)
  const ask = (accessCode: string) =>
    fetch(`${guessing.url}/api/validate-access`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ accessCode }),
    })
  const guesses = Promise.all([1, 2, 3].map((n) => ask(`prosa_${n}`)))
  await expect.poll(() => waits.length).toBe(3)
  expect(await (await ask(code)).json()).toEqual({ valid: true })
  expect(waits).toHaveLength(3)
  expect(Math.max(...waits)).toBeGreaterThan(700)
  goOn()
  for (const guess of await guesses) expect(await guess.json()).toEqual({ valid: false })
  await guessing.stop()
})
