import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import { textReply } from "../../../testing/fake-provider/replies.ts"
import { every } from "../../../testing/fake-provider/timing.ts"
import { readUntil, startGateway } from "../../../testing/gateway.ts"

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
  await expect.poll(() => gateway.keptFrames(runId)).toBeGreaterThan(5)
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
})
