import { expect, test } from "vitest"
import { readJson, startGateway } from "../../testing/gateway.ts"
import { newVisitor } from "../../testing/visitors.ts"

test("where a code is needed, nobody but a code has a plugin called, whatever the plugin's own key is", async () => {
  const pepper = "the-pepper-that-both-of-these-servers-have-in-common"
  const env = { ACCESS_PEPPER: pepper }
  const open = await startGateway({ pepper, env })
  const visitor = await newVisitor(open.url)
  await open.stop()
  const gateway = await startGateway({ pepper, env: { ...env, NEED_CODE: "1" } })
  const { code } = await gateway.code("premium", 1)
  const call = async (headers: Readonly<Record<string, string>>) => {
    // No server calls itself: what gets as far as that refusal has been let in.
    const ofAPlugin = { "x-plugin-call": "1", "sec-fetch-site": "same-origin", "x-base-url": "https://127.0.0.1/" }
    const address = `${gateway.url}/api/proxy/a?key=${code}&api_key=${code}`
    const reply = await fetch(address, { headers: { ...ofAPlugin, ...headers } })
    return [reply.status, (await readJson(reply))["code"]]
  }
  const theirs = [
    {},
    // Of the days when the server took visitors.
    { "x-visitor": visitor },
    { authorization: "Bearer nk-none-of-ours" },
    { "x-plugin-authorization": `Bearer nk-${code}` },
    { "x-plugin-x-api-key": `nk-${code}` },
  ] as const
  for (const headers of theirs) expect([headers, (await call(headers))[0]]).toEqual([headers, 401])
  expect(await call({ authorization: `Bearer nk-${code}` })).toEqual([403, "bad_plugin_address"])
  await gateway.stop()
})
