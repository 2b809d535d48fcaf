import { randomUUID } from "node:crypto"
import { afterAll, expect, test } from "vitest"
import { textReply } from "./fake-provider/replies.ts"
import { every } from "./fake-provider/timing.ts"
import { readChat, readJson, startGateway, unlimited } from "./gateway.ts"
import { startProsaInProcess } from "./prosa-in-process.ts"

const ending: (() => Promise<unknown>)[] = []
afterAll(async () => {
  for (const end of ending.reverse()) await end()
})

test.each([-3_600_000, 3_600_000])(
  "what a server left that was killed can be read at once by the next one, whose clock is %d ms off",
  async (offMs) => {
    const gateway = await startGateway()
    ending.push(gateway.stop)
    const code = await gateway.code("premium", 5)
    gateway.script(textReply("uma palavra ".repeat(400), { chunks: 400, timing: every(50) }))
    const headers = { "idempotency-key": randomUUID() }
    const response = await gateway.chat(code, { stream: true }, { headers })
    const runId = response.headers.get("x-run-id") ?? ""
    const lost = response.text().catch(() => {})
    await expect.poll(() => gateway.keptFrames(runId)).toBeGreaterThan(2)
    await gateway.prosa.kill()
    await lost

    const next = await startProsaInProcess(
      { env: unlimited, provider: { url: gateway.provider.url }, dataDir: gateway.prosa.dataDir },
      { now: () => Date.now() + offMs },
    )
    ending.push(next.stop)
    const told = await readChat(await gateway.chat(code, { stream: true }, { headers, server: next.url }))
    expect(told).toMatchObject({ runId, done: true, error: { code: "server_restarted" } })
    expect(told.text).not.toBe("")
    const authorization = `Bearer nk-${code.code}`
    const events = await fetch(`${next.url}/api/runs/${runId}/events`, { headers: { authorization } })
    expect(await readChat(events)).toMatchObject({ text: told.text, meta: told.meta })
    const listed = await readJson(await fetch(`${next.url}/api/runs`, { headers: { authorization } }))
    expect(listed).toMatchObject({ runs: [{ id: runId, state: "interrupted" }] })
    const { posted, held } = await gateway.balance(code)
    expect([5_000_000 - posted, held]).toEqual([Math.round((told.meta?.cost ?? 0) * 1e6), 0])
    expect(posted).toBeLessThan(5_000_000)
    expect(await gateway.prosa.admin("ledger", "verify")).toMatchObject({ ok: true })
  },
)
