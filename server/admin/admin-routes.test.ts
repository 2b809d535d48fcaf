import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, expect, test } from "vitest"
import { err } from "#core/lib/result.ts"
import { serveRoutes } from "../../testing/serve-routes.ts"
import { createAccessCodes } from "../access/access-code-store.ts"
import { createLedger } from "../ledger/ledger-store.ts"
import { createCatalogueStore } from "../gateway/models/catalogue-store.ts"
import { readModelFile } from "../gateway/models/model-file.ts"
import { openDatabase } from "../store/database.ts"
import type { Database } from "../store/sql.ts"
import { createAdminRoutes } from "./admin-routes.ts"
import { testConfig } from "../../testing/test-config.ts"
import { createModelOperations } from "./model-operations.ts"
import { createOperations } from "./operations.ts"
import { openFileStore } from "../files/file-store.ts"
import { openSharedFiles } from "../sharing/open-shared-files.ts"
import { createVaults } from "../vault/vault-store.ts"
import { createShareOperations } from "./share-operations.ts"
import { createPriceOperations } from "./price-operations.ts"

let dataDir: string
let database: Database
let served: Awaited<ReturnType<typeof serveRoutes>>

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "prosa-admin-http-"))
  database = await openDatabase({ dataDir })
  const now = () => Date.UTC(2026, 10, 21)
  const ledger = createLedger(database, { now, newId: () => "owner" })
  const codes = createAccessCodes(database, "pepper", { now })
  const catalogue = {
    exchange: { fxBrlPerUsd: "5.50", margin: "1.3" },
    now,
    store: createCatalogueStore(database),
    shipped: readModelFile(),
    isReached: (provider: string) => provider === "openai",
  }
  const routes = createAdminRoutes(
    createOperations({ database, ledger, codes, now }),
    createPriceOperations(catalogue),
    createModelOperations({
      ...catalogue,
      config: testConfig({ OPENAI_API_KEY: "sk-1" }),
      readSource: async (from) => err(`${from}: it does not answer`),
      fetchList: async () => err("no list"),
    }),
    createShareOperations(
      await openSharedFiles(testConfig({ DATA_DIR: dataDir }), { database, pepper: "p", now }),
      createVaults({ database, files: await openFileStore(testConfig({ DATA_DIR: dataDir })), pepper: "p", now }),
      codes,
    ),
  )
  served = await serveRoutes(routes)
})
afterAll(async () => {
  await served.stop()
  await database.close()
  rmSync(dataDir, { recursive: true })
})

async function post(path: string, body: unknown) {
  const headers = { "content-type": "application/json" }
  const response = await fetch(`${served.url}${path}`, { method: "POST", headers, body: JSON.stringify(body) })
  return { status: response.status, json: (await response.json()) as Record<string, unknown> }
}

async function newCode(): Promise<string> {
  const { json } = await post("/codes", { kind: "premium", credit: "20.00", calls: 10, label: "Ana" })
  return (json["codes"] as { code: string }[])[0]?.code ?? ""
}

test("makes a code, credits it once, and shows what it has", async () => {
  const code = await newCode()
  expect(await post("/credit", { code, amount: 0.5, ref: "pay-1" })).toMatchObject({
    status: 200,
    json: { outcome: "credited" },
  })
  expect(await post("/credit", { code, amount: "0.50", ref: "pay-1" })).toMatchObject({
    status: 200,
    json: { outcome: "already" },
  })
  expect(await post("/credit", { code, amount: 9, ref: "pay-1" })).toMatchObject({
    status: 409,
    json: { code: "conflict" },
  })
  expect(await post("/calls", { code, calls: -11, ref: "x" })).toMatchObject({ status: 409 })
  expect(await post("/codes/show", { code })).toMatchObject({
    json: { premium: { available: 20.5 }, calls: { available: 10 } },
  })
  expect(await post("/codes/freeze", { code })).toMatchObject({ json: { frozen: true } })
  expect(await post("/codes/unfreeze", { code })).toMatchObject({ json: { frozen: false } })
  const { json } = await post("/codes/rotate", { code })
  expect(await post("/codes/show", { code })).toMatchObject({ status: 404 })
  expect(await post("/codes/show", { code: json["code"] })).toMatchObject({ status: 200 })
})

test("refuses whatever is not exactly what it asks for, and moves nothing", async () => {
  const code = await newCode()
  const wrong: [string, unknown][] = [
    ["/codes", {}],
    ["/codes", { kind: "premium", credit: -1 }],
    ["/codes", { kind: "premium", credit: 1e-7 }],
    ["/codes", { kind: "premium", count: 100_000 }],
    ["/codes", { kind: "premium", balance: 5 }],
    ["/credit", { code, amount: "1e9", ref: "r" }],
    ["/credit", { code, amount: 1 }],
    ["/credit", { code, amount: 1, ref: "a\u0000b" }],
    ["/codes", { kind: "premium", label: "a\u0000b" }],
    ["/credit", { code: [code], amount: 1, ref: "r" }],
    ["/calls", { code, calls: 1.5, ref: "r" }],
    ["/prices", { provider: "openai", model: "m", input: 0, output: 1 }],
    ["/prices", { provider: "opena", model: "m", input: 1, output: 1 }],
    ["/models", { provider: "openai", id: "m", input: -1, output: 1 }],
    ["/models", { provider: "openai", id: "m", input: 1 }],
    ["/models", { provider: "openai", id: "m", mood: "good" }],
    ["/models", { provider: "openai", id: "../m", window: 5 }],
    ["/models/alias", { asked: "gpt-5", called: "nobody" }],
    ["/models/retire", { provider: "openai", id: "o3", on: "tomorrow" }],
    ["/models/refresh", { from: "/etc/passwd" }],
    ["/models/refresh", { from: "file:///etc/passwd" }],
    ["/models/refresh", { from: "https://models.example/api.json", write: true }],
    ["/codes/show", null],
    ["/codes/show", "x"],
  ]
  for (const [path, body] of wrong)
    expect({ path, body, ...(await post(path, body)) }).toMatchObject({
      path,
      body,
      status: 400,
      json: { code: "invalid" },
    })
  expect(await post("/codes/show", { code })).toMatchObject({
    json: { premium: { posted: 20 }, calls: { posted: 10 } },
  })
})

test("tells the state of the books, the prices and the use", async () => {
  const get = async (path: string) => (await fetch(`${served.url}${path}`)).json()
  expect(await get("/ledger/verify")).toMatchObject({ ok: true, violations: [] })
  expect(await get("/usage?days=7")).toMatchObject({ models: [] })
  expect((await fetch(`${served.url}/usage?days=x`)).status).toBe(400)
  const exported = await fetch(`${served.url}/ledger/export`)
  expect(exported.headers.get("content-type")).toBe("text/csv; charset=utf-8")
  expect(await exported.text()).toContain("pix:clearing:manual,BRL,-20000000")
  expect(await post("/prices", { provider: "openai", model: "new", input: 1.25, output: 10 })).toMatchObject({
    status: 200,
  })
  expect(await get("/prices")).toMatchObject({
    problems: [],
    prices: expect.arrayContaining([
      expect.objectContaining({ model: "new", reais: { input: 8.9375, cached: 8.9375, output: 71.5 } }),
    ]),
  })
})

test("models are listed, added, renamed, retired and revived", async () => {
  const models = async () => {
    const list = (await (await fetch(`${served.url}/models`)).json()) as { models: { id: string; state: string }[] }
    return (id: string) => list.models.find((model) => model.id === id)
  }
  const key = { provider: "openai", id: "gpt-6.3-sol" }
  expect(await post("/models", { ...key, like: "gpt-6.1-sol" })).toMatchObject({
    status: 200,
    json: { outcome: "added", model: { ...key, state: "alive", kind: "chat" } },
  })
  expect(await post("/models", { ...key, like: "gpt-6.1-sol" })).toMatchObject({ status: 409 })
  expect(await post("/models/alias", { asked: "gpt-5", called: "gpt-6.3-sol" })).toMatchObject({ status: 200 })
  expect((await models())("gpt-6.3-sol")).toMatchObject({ aliases: ["gpt-5"] })
  expect(await post("/models/alias", { asked: "gpt-5" })).toMatchObject({ status: 200 })
  expect(await post("/models/retire", key)).toMatchObject({ json: { outcome: "retired", model: { state: "gone" } } })
  expect((await models())("gpt-6.3-sol")).toMatchObject({ state: "gone", why: "retired by the operator" })
  expect(await post("/models/revive", key)).toMatchObject({ json: { outcome: "revived", model: { state: "alive" } } })
  expect(await post("/models/revive", { ...key, id: "nobody" })).toMatchObject({ status: 404 })
})
