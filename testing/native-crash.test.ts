import { expect, test } from "vitest"
import { startProsa } from "../e2e/support/prosa.ts"
import { stallAfter } from "./fake-provider/faults.ts"
import { fileReply } from "./fake-provider/replies.ts"
import { readJson, startGateway, unlimited } from "./gateway.ts"
import { recordings } from "./recordings.ts"
import { fixture } from "./wire-file.ts"

const thinking = [fixture("anthropic/thinking.sse"), ...recordings("anthropic/thinking.sse")]

test.each(thinking)(
  "a server that dies in the middle of Claude's answer is told in Claude's words by the next one: $name",
  async (file) => {
    const envFor = ({ url }: { readonly url: string }) => ({ ANTHROPIC_API_KEY: "sk-ant-of-ours", ANTHROPIC_URL: url })
    const gateway = await startGateway({ envFor })
    const code = await gateway.code("premium", 10)
    // The thinking is over by then, and the answer has begun.
    gateway.script(stallAfter(fileReply(file), Math.floor(file.read().length * 0.8)))
    const response = await fetch(`${gateway.url}/api/anthropic/v1/messages`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-api-key": code.code, "idempotency-key": "one" },
      body: JSON.stringify({
        model: "claude-opus-5",
        max_tokens: 1_000,
        stream: true,
        messages: [{ role: "user", content: "Oi" }],
      }),
    })
    const runId = response.headers.get("x-run-id") ?? ""
    // Progress is kept every two seconds: what the next server finds, it has been told.
    await expect.poll(() => gateway.keptFrames(runId)).toBeGreaterThan(5)
    await gateway.prosa.kill()
    await response.text().catch(() => "")

    const next = await startProsa({
      dataDir: gateway.prosa.dataDir,
      env: { ...unlimited, ...envFor(gateway.provider) },
    })
    const headers = { authorization: `Bearer nk-${code.code}` }
    const run = await readJson(await fetch(`${next.url}/api/runs/${runId}`, { headers }))
    expect(run).toMatchObject({ state: "interrupted", cost: expect.any(Number) })
    expect(Number(run["cost"])).toBeGreaterThan(0)
    const told = await (await fetch(`${next.url}/api/runs/${runId}/events`, { headers })).text()
    expect(told).toContain("event: message_start")
    const last = told.trimEnd().split("\n\n").at(-1) ?? ""
    expect(last).toContain("event: error")
    expect(last).toContain('"type":"error"')
    expect(last).toContain('"_meta"')
    expect(await gateway.balance(code)).toMatchObject({ held: 0 })
    await next.stop()
    await gateway.stop()
  },
)
