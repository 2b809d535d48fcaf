import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, test } from "vitest"
import { noUsage } from "#core/gateway/usage.ts"
import { microReais } from "#core/lib/micro-reais.ts"
import { textReply } from "../../../testing/fake-provider/replies.ts"
import { every } from "../../../testing/fake-provider/timing.ts"
import { readUntil, startGateway } from "../../../testing/gateway.ts"
import { openDatabase } from "../../store/database.ts"
import { createRunStore } from "./run-store.ts"
import { createSealer } from "./sealed.ts"

/** Everything in a folder, as one text. */
function bytesIn(folder: string): string {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return files.map(({ parentPath, name }) => readFileSync(join(parentPath, name), "latin1")).join("\n")
}

test("what was asked and answered is on no disk and in no log in clear, neither under way nor at the end", async () => {
  const gateway = await startGateway()
  const code = await gateway.code("premium", 10)
  gateway.script(textReply("canario-da-resposta ".repeat(60), { chunks: 60, timing: every(60) }))
  const asked = { messages: [{ role: "user", content: "canario-da-pergunta" }], stream: true }
  const response = await gateway.chat(code, asked, { headers: { "idempotency-key": "kept" } })
  const runId = response.headers.get("x-run-id") ?? ""
  const reader = await readUntil(response, "canario-da-resposta")
  await expect.poll(() => gateway.keptFrames(runId), { timeout: 10_000 }).toBeGreaterThan(5)
  const seen = () => bytesIn(gateway.prosa.dataDir) + gateway.prosa.output()
  expect(seen()).toContain(runId)
  expect(seen()).not.toContain("canario-da")
  for (let done = false; !done;) ({ done } = await reader.read())
  expect(await gateway.keptFrames(runId)).toBeGreaterThan(60)
  expect(seen()).not.toContain("canario-da")

  const headers = { authorization: `Bearer nk-${code.code}` }
  expect((await fetch(`${gateway.url}/api/runs/${runId}`, { method: "DELETE", headers })).status).toBe(204)
  expect(await gateway.keptFrames(runId)).toBe(0)
  await gateway.stop()
}, 20_000)

test("an answer that nobody acknowledged is erased after a day, and not before", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "prosa-kept-"))
  const database = await openDatabase({ dataDir })
  const hour = 3_600_000
  let now = 1_000 * hour
  const store = createRunStore({ database, sealer: createSealer("a secret"), server: "s1", now: () => now })
  const facts = { id: "run_1", owner: "code:a", key: "k", requestHash: "h", model: "gpt-5", startedAt: now }
  await store.claim(facts)
  const outcome = { state: "done", usage: noUsage, cost: microReais(7), limitedByBalance: false } as const
  const end = { state: "ended", outcome, frames: "id: 1\ndata: Oi\n\n", firstId: 1 } as const
  await database.transaction((sql) => store.keepEnd(sql, facts, end))
  now += 23 * hour
  await store.eraseOld()
  expect((await store.load("run_1", "code:a"))?.framesAfter(0).join("")).toBe(end.frames)
  now += 2 * hour
  await store.eraseOld()
  expect(await store.load("run_1", "code:a")).toBeUndefined()
  expect(await database.read.all("select * from run_frames")).toEqual([])
  await database.close()
  rmSync(dataDir, { recursive: true })
})
