import { afterAll, beforeAll, expect, test } from "vitest"
import { jsonReply } from "../../../testing/fake-provider/replies.ts"
import { startGateway, type TestGateway } from "../../../testing/gateway.ts"

let gateway: TestGateway
beforeAll(async () => {
  gateway = await startGateway({
    pretend: true,
    env: { PRETEND_MODEL: "off" },
    envFor: ({ url }) => ({ BAIDU_URL: url }),
  })
})
afterAll(() => gateway.stop())

const ask = (key: string) =>
  fetch(`${gateway.url}/api/baidu/rpc/2.0/ai_custom/v1/wenxinworkshop/chat/completions`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${key}` },
    body: JSON.stringify({ messages: [{ role: "user", content: "Oi" }] }),
  })
const answer = { id: "as-1", result: "Olá", is_end: true, usage: { prompt_tokens: 1, completion_tokens: 1 } }

test("a token is fetched once for all who ask together, used while it lives, and anew when it is refused", async () => {
  let made = 0
  let refused = false
  const requests = gateway.script(({ path }) => {
    if (path.startsWith("/oauth/")) return jsonReply(200, { access_token: `token-${++made}`, expires_in: 2_592_000 })
    return refused && path.endsWith("token-1")
      ? jsonReply(200, { error_code: 110, error_msg: "Access token invalid" })
      : jsonReply(200, answer)
  })
  const statuses = (await Promise.all(Array.from({ length: 5 }, () => ask("key-one:secret-one")))).map((r) => r.status)
  expect(statuses).toEqual([200, 200, 200, 200, 200])
  expect((await ask("key-one:secret-one")).status).toBe(200)
  const asked = () => requests().filter(({ path }) => path.startsWith("/oauth/"))
  expect(asked().map(({ path }) => path)).toEqual([
    "/oauth/2.0/token?grant_type=client_credentials&client_id=key-one&client_secret=secret-one",
  ])
  await ask("key-two:secret-two")
  expect(asked()).toHaveLength(2)
  refused = true
  expect((await ask("key-one:secret-one")).ok).toBe(false)
  expect((await ask("key-one:secret-one")).status).toBe(200)
  expect(asked()).toHaveLength(3)
})

test("a pair nobody knows is told to its owner, without the secret", async () => {
  gateway.script(jsonReply(401, { error: "invalid_client", error_description: "unknown client id" }))
  const reply = await ask("key-bad:secret-bad")
  expect(reply.status).toBe(401)
  expect(await reply.text()).not.toContain("secret-bad")
})
