import { afterAll, beforeAll, expect, test } from "vitest"
import { compressModel } from "#core/models/default-models.ts"
import { summaryOf, titleOf } from "../../../testing/asides.ts"
import { stallAfter } from "../../../testing/fake-provider/faults.ts"
import { textReply } from "../../../testing/fake-provider/replies.ts"
import { readChat, startGateway, type TestGateway } from "../../../testing/gateway.ts"

let gateway: TestGateway
beforeAll(async () => {
  gateway = await startGateway({ env: { LIMIT_OPEN_RUNS_FREE: "1" } })
})
afterAll(() => gateway.stop())

test("a free title under way does not keep the next message waiting", async () => {
  const code = await gateway.code("free", 1)
  gateway.script(textReply("Uma resposta"))
  await readChat(await gateway.chat(code, { model: "gpt-4o-mini", stream: true }))
  const requests = gateway.script(stallAfter(textReply("Um título"), 10))
  const leave = new AbortController()
  const title = gateway.chat(
    code,
    { model: compressModel, max_completion_tokens: 100, messages: titleOf() },
    { signal: leave.signal },
  )
  await expect.poll(() => requests().length).toBe(1)
  gateway.script(textReply("A seguinte"))
  expect((await gateway.chat(code, { model: "gpt-4o-mini" })).status).toBe(200)
  leave.abort()
  await expect(title).rejects.toThrow("aborted")
})
