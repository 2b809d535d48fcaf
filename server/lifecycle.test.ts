import { execFile } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { Agent, request } from "node:http"
import { join } from "node:path"
import { describe, expect, test, vi } from "vitest"
import type { ScriptedReply } from "../testing/fake-provider/fake-provider.ts"
import { textReply } from "../testing/fake-provider/replies.ts"
import { every } from "../testing/fake-provider/timing.ts"
import { hello, readChat, startGateway } from "../testing/gateway.ts"
import { programEnvironment } from "../testing/program-environment.ts"

const main = join(import.meta.dirname, "main.ts")

/** Runs the server until it ends by itself. */
function run(env: Record<string, string>): Promise<{ code: number; stdout: string; stderr: string }> {
  const dataDir = mkdtempSync(join(tmpdir(), "prosa-life-"))
  return new Promise((resolve) => {
    const settings = { ...programEnvironment, DATA_DIR: dataDir, PORT: "0", ...env }
    execFile(process.execPath, [main], { cwd: dataDir, env: settings, timeout: 15_000 }, (error, stdout, stderr) => {
      rmSync(dataDir, { recursive: true, force: true })
      resolve({ code: typeof error?.code === "number" ? error.code : error ? -1 : 0, stdout, stderr })
    })
  })
}

test("SIGTERM lets an open stream come to its end, charges it, and exits 0; nobody new is let in", async () => {
  const gateway = await startGateway()
  const code = await gateway.code("premium", 10)
  const text = "Uma resposta que continua durante o desligamento. ".repeat(3)
  gateway.script(textReply(text, { timing: every(25), chunks: 20 }))
  const response = await gateway.chat(code, { stream: true })
  process.kill(gateway.prosa.pid, "SIGTERM")
  process.kill(gateway.prosa.pid, "SIGTERM")
  const chat = await readChat(response)
  expect(chat).toMatchObject({ text, done: true, error: undefined })
  expect(chat.meta!.cost).toBeGreaterThan(0)
  expect(await gateway.prosa.ended).toBe(0)
  await expect(fetch(`${gateway.url}/healthz`)).rejects.toThrow("fetch failed")
  expect(await gateway.balance(code)).toMatchObject({ held: 0, posted: 10_000_000 - Math.round(chat.meta!.cost * 1e6) })
  await gateway.stop()
})

test("while it drains nothing new is begun, not even on a connection that is still open", async () => {
  const gateway = await startGateway()
  const code = await gateway.code("premium", 10)
  const slow = textReply("Uma resposta que continua. ".repeat(3), { timing: every(100), chunks: 20 })
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  const held: ScriptedReply = (request) => released.then(() => textReply("Uma resposta.")(request))
  const requests = gateway.script([held, slow])
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const onSameConnection = () =>
    new Promise<Record<"status" | "connection" | "wait", string | number | undefined>>((resolve, reject) => {
      const headers = { authorization: `Bearer ${code.code}`, "content-type": "application/json" }
      const sent = request(`${gateway.url}/v1/chat/completions`, { agent, method: "POST", headers }, (reply) => {
        const { connection, "retry-after": wait } = reply.headers
        const said = { status: reply.statusCode, connection, wait }
        reply.resume().once("end", () => resolve(said))
      })
      sent.once("error", reject).end(JSON.stringify(hello))
    })
  const [first, next] = [onSameConnection(), onSameConnection()]
  await vi.waitFor(() => expect(requests()).toHaveLength(1), { timeout: 30_000 })
  const open = await gateway.chat(code, { stream: true })
  process.kill(gateway.prosa.pid, "SIGTERM")
  await vi.waitFor(() => expect(gateway.prosa.output()).toContain('"stopping"'), { timeout: 30_000 })
  release()
  expect(await first).toMatchObject({ status: 200 })
  expect(await next).toEqual({ status: 503, connection: "close", wait: "5" })
  expect(await readChat(open)).toMatchObject({ done: true, error: undefined })
  expect(await gateway.prosa.ended).toBe(0)
  expect(requests()).toHaveLength(2)
  agent.destroy()
  await gateway.stop()
})

test("a second server on the same data refuses with one line and leaves the first alone", async () => {
  const gateway = await startGateway()
  const { code, stderr } = await run({ DATA_DIR: gateway.prosa.dataDir })
  expect(code).toBe(1)
  expect(stderr.trim().split("\n")).toEqual([expect.stringContaining(gateway.prosa.dataDir)])
  expect((await fetch(`${gateway.url}/readyz`)).status).toBe(200)
  await gateway.stop()
})

test("a port that is taken is one line and exit 1", async () => {
  const gateway = await startGateway()
  const { code, stderr } = await run({ PORT: new URL(gateway.url).port })
  expect(code).toBe(1)
  expect(stderr.trim().split("\n")).toHaveLength(1)
  await gateway.stop()
})

describe("a wrong setting", () => {
  test.each([
    ["a file for the data folder", "DATA_DIR", { DATA_DIR: main }],
    ["a database that does not answer", "DATABASE_URL", { DATABASE_URL: "postgres://prosa:secret@127.0.0.1:1/prosa" }],
  ])("%s is one line, without secrets, and exit 1", async (_, name, env) => {
    const { code, stderr } = await run(env)
    expect(code).toBe(1)
    expect(stderr.trim().split("\n")).toEqual([expect.stringMatching(`^configuration: ${name} .+`)])
    expect(stderr).not.toContain("secret")
  })

  test("is one line each, with its name, and exit 1", async () => {
    const { code, stderr } = await run({
      PORT: "99999",
      MARGIN: "-1",
      FX_BRL_PER_USD: "cinco",
      FREE_DAILY_MESSAGES: "-3",
      NEED_CODE: "maybe",
      TRUSTED_PROXIES: "anybody",
      DATABASE_URL: "mysql://x",
      BASE_URL: "api.openai.com",
      ADMIN_TOKEN: "short",
      ACCESS_PEPPER: "short",
    })
    expect(code).toBe(1)
    const lines = stderr.trim().split("\n")
    expect(lines).toHaveLength(10)
    for (const line of lines) expect(line).toMatch(/^configuration: [A-Z_]+ must /)
  })

  test("that could be a secret is not repeated", async () => {
    const { stderr } = await run({ ADMIN_TOKEN: "canary", ACCESS_PEPPER: "canary" })
    expect(stderr).not.toContain("canary")
  })
})
