import { createServer, type IncomingMessage } from "node:http"
import { once } from "node:events"
import { mkdirSync, mkdtempSync, rmSync } from "node:fs"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, expect, test } from "vitest"
import { readConfig } from "../config.ts"
import { createLog } from "../http/log.ts"
import { serve, type RunningServer } from "../serve.ts"

interface Told {
  readonly headers: IncomingMessage["headers"]
  readonly body: string
}

const folder = mkdtempSync(join(tmpdir(), "prosa-analytics-"))
const told: Told[] = []
const collector = createServer((request, response) => {
  let body = ""
  request.setEncoding("utf8").on("data", (part: string) => (body += part))
  request.on("end", () => {
    response.end()
    told.push({ headers: request.headers, body })
    collector.emit("told")
  })
})
let counting: RunningServer
let silent: RunningServer

async function start(name: string, env: Readonly<Record<string, string>>): Promise<RunningServer> {
  const config = readConfig({ PORT: "0", HOST: "127.0.0.1", DATA_DIR: join(folder, name), ...env })
  if (!config.ok) throw new Error(config.error.join())
  mkdirSync(config.value.dataDir)
  let ids = 0
  const started = await serve(config.value, {
    now: Date.now,
    newId: () => `id-${ids++}`,
    siteFolder: join(folder, "dist"),
    log: createLog(Date.now, () => {}),
  })
  if (!started.ok) throw new Error(started.error)
  return started.value
}

beforeAll(async () => {
  await once(collector.listen(0, "127.0.0.1"), "listening")
  const address = collector.address() as AddressInfo
  counting = await start("counting", { ANALYTICS_URL: `http://127.0.0.1:${address.port}/count` })
  silent = await start("silent", {})
})
afterAll(async () => {
  await Promise.all([counting.stop(0), silent.stop(0)])
  collector.close()
  rmSync(folder, { recursive: true })
})

function send(server: RunningServer, body: unknown): Promise<Response> {
  const headers = {
    "content-type": "application/json",
    authorization: "Bearer nk-secret",
    cookie: "a=b",
    "user-agent": "Somebody's browser",
    referer: "http://127.0.0.1/auth",
  }
  return fetch(`${server.url}/api/events`, { method: "POST", headers, body: JSON.stringify(body) })
}

async function configOf(server: RunningServer): Promise<Record<string, unknown>> {
  const reply = await fetch(`${server.url}/api/config`, { method: "POST" })
  return (await reply.json()) as Record<string, unknown>
}

test("without ANALYTICS_URL there is no route, and the page is told to count nothing", async () => {
  expect((await send(silent, { event: "SettingsPageGuideToCPaymentClick" })).status).toBe(404)
  expect(await configOf(silent)).toMatchObject({ analytics: false })
})

test("an event reaches ANALYTICS_URL by its name, and nothing of who pressed goes along", async () => {
  expect(await configOf(counting)).toMatchObject({ analytics: true })
  expect(JSON.stringify(await configOf(counting))).not.toContain("/count")
  const arrival = once(collector, "told")
  expect((await send(counting, { event: "AuthorizationPageButtonToCPaymentClick" })).status).toBe(204)
  await arrival
  expect(told).toHaveLength(1)
  expect(JSON.parse(told[0]?.body ?? "")).toEqual({ event: "AuthorizationPageButtonToCPaymentClick", value: 1 })
  expect(JSON.stringify(told[0]?.headers)).not.toMatch(/secret|Somebody|cookie|a=b|auth|forwarded|x-/i)
})

test("what is no event of ours is refused and not passed on", async () => {
  const before = told.length
  for (const body of [{}, [], { event: "x" }, { event: "SettingsPageGuideToCPaymentClick", code: "nk-secret" }]) {
    expect((await send(counting, body)).status).toBe(400)
  }
  expect(told).toHaveLength(before)
})
