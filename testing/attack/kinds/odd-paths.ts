import { oneOf } from "../chat-request.ts"
import type { Kind } from "../hostile-client.ts"

const paths: readonly [string, ...string[]] = [
  "/%",
  "/%25",
  "/%00",
  "/%c0%ae%c0%ae/%c0%ae%c0%ae/etc/passwd",
  "/assets/..%2f..%2fpackage.json",
  "/assets/../../package.json",
  "//api/config",
  "/api%2fconfig",
  "/api/google/v1beta/models/%25:countTokens",
  "/api/google/v1beta/models/%:countTokens",
  "/api/google/v1beta/models/%25:generateContent",
  "/api/runs/%",
  "/api/runs/%25/events",
  "/v1/models/%",
  "/v1/models/%E0%A4%A",
  "/artifacts/%",
  "/__proto__",
  "/constructor",
  "/api/azure/openai/deployments/%25/chat/completions?api-version=%",
  "/api/statement?from=%&to=9999-99-99",
  "/api/statement?limit=-1&cursor=%00",
  "/api/update?%",
  "/api/image?url=%",
  "/api/openai/dashboard/billing/usage?start_date=0000-00-00&end_date=a",
  "/?%ff=%fe",
  "/#/../../",
]

/** Addresses that are no addresses, under every method, with parts of files and languages that do not exist. */
export const oddPaths: Kind = {
  name: "odd paths",
  restMs: 50,
  isNeighbour: true,
  async once(client) {
    const { random } = client
    const headers = oneOf<Record<string, string>>(random, [
      {},
      { range: "bytes=0-,0-,0-,0-" },
      { range: "bytes=-1-9999999999999999999" },
      { "if-none-match": '"a", W/"b", *' },
      { "accept-language": "__proto__,constructor;q=9" },
      { "last-event-id": "1e9" },
      { origin: "null", "access-control-request-method": "DELETE" },
    ])
    const method = oneOf(random, ["GET", "GET", "HEAD", "OPTIONS", "POST", "DELETE", "PUT", "PROPFIND"])
    await client.ask({ method, path: oneOf(random, paths), headers })
  },
}
