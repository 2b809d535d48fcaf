/** The reply of a hostile provider: a status, a type, and about a megabyte that is hard to parse. */
export interface Poison {
  readonly status: number
  readonly type: string
  readonly body: string
  /** More headers, some of which no decent server would send. */
  readonly raw?: string
  /** Bytes that are no HTTP, sent in place of a reply. */
  readonly instead?: string
}

const many = 1_000_000
const error = (message: string) => JSON.stringify({ error: { message, type: "invalid_request_error", code: message } })
const openAiText = (content: string) => JSON.stringify({ choices: [{ message: { role: "assistant", content } }] })
const chunk = (content: string) => `data: ${JSON.stringify({ choices: [{ delta: { content } }] })}\n\n`

export const poisons: readonly [Poison, ...Poison[]] = [
  json(404, error("The model ".repeat(many / 10))),
  json(404, error(`model ${"`a ".repeat(many / 3)}`)),
  json(400, error(`Unsupported parameter: ${"'".repeat(many)}`)),
  json(400, error(`${"does not exist ".repeat(many / 15)}model`)),
  json(400, error(" ".repeat(many))),
  json(401, error(`sk-${"a".repeat(many)}`)),
  json(429, error(`try again in ${"1".repeat(many)}s`)),
  json(400, error("max_tokens ".repeat(many / 11))),
  json(503, `{"error":${'{"error":'.repeat(100_000)}1${"}".repeat(100_000)}}`),
  json(503, "[".repeat(many)),
  json(503, `<html>${"<a ".repeat(many / 3)}`),
  json(200, openAiText('{"$sound":{"type":"text/html","data":"PHNjcmlwdD4="}}')),
  json(200, '{"$sound":"PHNjcmlwdD4=","type":"text/html"}'),
  json(200, '{"$sound":{"type":"audio/mpeg\\r\\nx: y","bytes":"AAAA"}}'),
  json(200, '{"$picture":{"type":"image/svg+xml","bytes":"PHN2Zz4="}}'),
  json(200, "null"),
  json(200, '{"choices":{"length":1e9}}'),
  json(200, `{"choices":[{"message":{"content":${"9".repeat(100_000)}}}]}`),
  json(200, '{"choices":[{"message":{"content":"a"}}],"usage":{"prompt_tokens":-1e308,"completion_tokens":1e999}}'),
  json(200, '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}'),
  { status: 200, type: "text/html", body: "<script>alert(1)</script>" },
  { status: 200, type: "image/svg+xml", body: "<svg onload='alert(1)'/>" },
  stream(`data: ${"a".repeat(many)}`),
  stream("data: \n".repeat(200_000)),
  stream(":".repeat(many)),
  stream("\r".repeat(many)),
  stream(chunk("a".repeat(many))),
  stream(chunk(" ").repeat(20_000)),
  stream(`data: {"choices":[{"delta":{"tool_calls":[${'{"index":1e9,"id":"a"},'.repeat(20_000)}{}]}}]}\n\n`),
  stream(`data: {"error":{"message":"${"The model `".repeat(90_000)}"}}\n\n`),
  stream('data: {"choices":[{"delta":{"content":"a"},"finish_reason":"x\\r\\ny: z"}]}\n\ndata: [DONE]\n\n'),
  { ...json(200, "{}"), raw: `x-long: ${"a".repeat(15_000)}\r\n` },
  { ...json(429, error("slow")), raw: `retry-after: ${"9".repeat(300)}\r\n` },
  { ...json(302, ""), raw: "location: http://127.0.0.1/\r\n" },
  { ...json(200, "{}"), raw: "x-zero: a\0b\r\n" },
  { ...json(200, "{}"), raw: "x-return: a\rb\r\n" },
  noHttp("HTTP/1.1 200 OK\ncontent-length: 2\n\n{}"),
  noHttp("SSH-2.0-OpenSSH_9.6\r\n"),
  noHttp("<html>hello</html>"),
  noHttp("HTTP/1.1 099 No\r\ncontent-length: 2\r\n\r\n{}"),
  noHttp(`HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nZZZ\r\n`),
]

function json(status: number, body: string): Poison {
  return { status, type: "application/json", body }
}

function noHttp(instead: string): Poison {
  return { ...json(200, ""), instead }
}

function stream(body: string): Poison {
  return { status: 200, type: "text/event-stream", body }
}
