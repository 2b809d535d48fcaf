import { expect, test, vi } from "vitest"
import { startProsa } from "../e2e/support/prosa.ts"
import { loadTokenCounter } from "../server/gateway/billing/token-counter.ts"
import { openDatabase } from "../server/store/database.ts"
import { answerReply } from "./fake-provider/replies.ts"
import { readJson, startGateway, unlimited } from "./gateway.ts"

/** Whoever kills a server must not make its answers dearer than their own ends would have been. */

const long = "Uma resposta que o servidor não chega a terminar. ".repeat(20)
const short = "Poucas palavras."

test("a crash charges the cheaper of two models, and nothing for an answer too short to be charged", async () => {
  const gateway = await startGateway()
  const ask = async (text: string, answeredBy: string) => {
    const code = await gateway.code("premium", 10)
    gateway.script((request) => {
      const pieces = text.match(/.{1,20}/gsu)!.map((piece) => ({ type: "text-delta", text: piece }) as const)
      const told = answerReply(pieces)({ ...request, json: { ...request.json, model: answeredBy } })
      return { ...told, pieces: [...told.pieces, { end: "stall" }] }
    })
    const reply = await gateway.chat(code, { stream: true }, { headers: { "idempotency-key": answeredBy } })
    void reply.text().catch(() => {})
    const runId = reply.headers.get("x-run-id") ?? ""
    await expect.poll(() => gateway.keptFrames(runId)).toBeGreaterThan(0)
    return { code, runId }
  }
  const rerouted = await ask(long, "gpt-4.1-mini")
  const brief = await ask(short, "gpt-4.1")
  const { dataDir } = gateway.prosa
  const database = await openDatabase({ dataDir })
  const countOf = async (query: string) => Number((await database.read.get<{ open: number }>(query))?.open)
  await gateway.prosa.kill()
  const next = await startProsa({ dataDir, env: unlimited, provider: { url: gateway.provider.url } })
  const open = "select count(*) as open from hold where state = 'open'"
  await vi.waitFor(async () => expect(await countOf(open)).toBe(0), { timeout: 30_000 })
  await database.close()

  const count = await loadTokenCounter()
  const charged = 10_000_000 - (await gateway.balance(rerouted.code)).posted
  const truth = (count("Oi, tudo bem?") + 7) * 2.86 + count(long) * 11.44
  expect(charged).toBeGreaterThan(truth * 0.9)
  expect(charged).toBeLessThanOrEqual(truth * 1.05)
  expect(await gateway.balance(brief.code)).toMatchObject({ posted: 10_000_000, held: 0 })
  const headers = { authorization: `Bearer nk-${brief.code.code}` }
  const told = await fetch(`${next.url}/api/runs/${brief.runId}`, { headers })
  expect(await readJson(told)).toMatchObject({ state: "interrupted", cost: 0 })
  const events = await fetch(`${next.url}/api/runs/${brief.runId}/events`, { headers })
  expect(await events.text()).toContain("Poucas")
  await next.stop()
  await gateway.stop()
})
