import { gzipSync } from "node:zlib"
import { freshWord, oneOf, pagePath } from "../chat-request.ts"
import type { HostileRequest, Kind } from "../hostile-client.ts"

const json = { "content-type": "application/json" }
const gzipBomb = gzipSync(Buffer.alloc(50 * 1024 * 1024, " "))
const form = (part: string, times: number) => `--b\r\n${`${part}\r\n--b\r\n`.repeat(times)}${part}\r\n--b--\r\n`
const field = 'content-disposition: form-data; name="prompt"\r\n\r\na'
const file = 'content-disposition: form-data; name="file"; filename="a"\r\n\r\n'
const formType = { "content-type": "multipart/form-data; boundary=b" }
const stability = "/api/stability/v2beta/stable-image/generate/core"

/** Little that becomes much: compressed bodies, forms of sixty thousand files, addresses of ten thousand parameters. */
const bombKinds: readonly [HostileRequest, ...HostileRequest[]] = [
  { method: "POST", path: pagePath, headers: { ...json, "content-encoding": "gzip" }, body: gzipBomb },
  { method: "POST", path: pagePath, headers: { ...json, "content-encoding": "gzip, gzip" }, body: gzipBomb },
  { method: "POST", path: stability, headers: formType, body: form(field, 3_500) },
  { method: "POST", path: "/v1/audio/transcriptions", headers: formType, body: form(file, 60_000) },
  { method: "POST", path: stability, headers: formType, body: form("a: b\r\n".repeat(30_000), 1) },
  {
    method: "POST",
    path: stability,
    headers: { "content-type": `multipart/form-data; boundary=${"-".repeat(70)}` },
    body: "-".repeat(250_000),
  },
  { path: `/api/runs?${"key=a&".repeat(1_500)}` },
  { method: "POST", path: `/api/google/v1beta/models/${"%41".repeat(3_000)}:countTokens`, headers: json, body: "{}" },
  { path: "/", headers: { cookie: "a=b; ".repeat(2_500) } },
  { path: "/", headers: { "accept-language": "pt-BR;q=0.".padEnd(8_000, "9,") } },
  { path: "/", headers: { "accept-encoding": "br,".repeat(4_000) } },
  { path: "/", headers: { "x-forwarded-for": "1.1.1.1,".repeat(1_500) } },
]

export const bombs: Kind = {
  name: "bombs",
  restMs: 150,
  async once(client) {
    const bomb = oneOf(client.random, bombKinds)
    const word = client.random() < 0.5 ? {} : { authorization: `Bearer ${freshWord(client.random)}` }
    await client.ask({ ...bomb, headers: { ...bomb.headers, ...word } })
  },
}
