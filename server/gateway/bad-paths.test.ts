import { request } from "node:http"
import { afterAll, beforeAll, expect, test } from "vitest"
import { startGateway, type TestCode, type TestGateway } from "../../testing/gateway.ts"

let gateway: TestGateway
let code: TestCode
beforeAll(async () => {
  gateway = await startGateway({ envFor: ({ url }) => ({ GOOGLE_API_KEY: "google-of-ours", GOOGLE_URL: url }) })
  code = await gateway.code("premium", 1)
})
afterAll(() => gateway.stop())

const parts = [
  "%25",
  "%",
  "%zz",
  "%E0%A4%A",
  "%2525",
  "%00",
  "%2F",
  "%ff%fe",
  "a%0d%0ab",
  "%25%32%35",
  "..%2f..",
  "%3A",
]
const places = [
  ["POST", "/api/google/v1beta/models/PART:countTokens"],
  ["POST", "/api/google/v1/models/PART:countTokens"],
  ["POST", "/api/google/v1beta/models/PART:generateContent"],
  ["POST", "/api/azure/deployments/PART/chat/completions"],
  ["POST", "/api/azure/openai/deployments/PART/images/generations"],
  ["POST", "/api/baidu/rpc/2.0/ai_custom/v1/wenxinworkshop/chat/PART"],
  ["GET", "/v1/models/PART"],
  ["GET", "/api/openai/v1/models/PART"],
  ["GET", "/api/runs/PART"],
  ["GET", "/api/runs/PART/events"],
  ["POST", "/api/runs/PART/stop"],
  ["DELETE", "/api/runs/PART"],
] as const

test.each(places)("%s %s is no fault of ours, however its part is encoded", async (method, path) => {
  const isCount = path.endsWith(":countTokens")
  const before = gateway.provider.requests.length
  for (const part of parts) {
    for (const credential of [`nk-${code.code}`, "own-key-of-theirs"]) {
      const status = await ask(method, path.replace("PART", part), credential)
      // With a key of the caller's own, the provider decides which model names exist.
      const expected = isCount ? [404] : [200, 400, 402, 403, 404, 405, 501]
      expect(expected, `${part} as ${credential.slice(0, 3)}`).toContain(status)
    }
  }
  if (isCount) expect(gateway.provider.requests).toHaveLength(before)
})

/** A path as it is written, which `fetch` would tidy. */
function ask(method: string, path: string, credential: string): Promise<number> {
  const { hostname, port } = new URL(gateway.url)
  const body = method === "POST" ? JSON.stringify({ contents: [{ role: "user", parts: [{ text: "Oi" }] }] }) : ""
  const headers = { authorization: `Bearer ${credential}`, "content-type": "application/json" }
  return new Promise((resolve, reject) => {
    const asked = request({ hostname, port, method, path, headers }, (reply) => {
      reply.resume()
      resolve(reply.statusCode ?? 0)
    })
    asked.once("error", reject)
    asked.end(body)
  })
}
