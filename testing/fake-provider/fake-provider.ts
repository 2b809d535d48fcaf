import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http"
import { type JsonObject, objectOf, parseJson } from "#core/lib/fields.ts"
import { textReply } from "./replies.ts"
import { type FakeReply, sendReply } from "./reply.ts"

/** A provider that answers as scripted, on a real port: what tests and benchmarks put behind the gateway. */
export interface FakeProvider {
  /** Base address without a trailing slash, e.g. "http://127.0.0.1:41000". */
  readonly url: string
  readonly port: number
  /** Every request so far, in order of arrival. */
  readonly requests: readonly RecordedRequest[]
  /** Replaces the script: one reply for all, or a list for one request each, after which any more are answered 500. */
  script(script: Script): void
  /** Ends open connections, too. */
  close(): Promise<void>
}

export type Script = ScriptedReply | readonly ScriptedReply[]
/** A reply, or what makes one for a request. */
export type ScriptedReply = FakeReply | ((request: RecordedRequest) => FakeReply | Promise<FakeReply>)

export interface RecordedRequest {
  readonly method: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
  /** The body as an object; empty when it is none. */
  readonly json: JsonObject
  /** `performance.now()` when its head arrived. */
  readonly arrivedAtMs: number
  /** Resolves when the exchange is over: `finished` when the reply was sent whole, else the client left or we cut it. */
  readonly ended: Promise<{ readonly finished: boolean }>
}

export async function startFakeProvider(options: { readonly port?: number } = {}): Promise<FakeProvider> {
  const requests: RecordedRequest[] = []
  let next: () => ScriptedReply = () => textReply("Olá! Tudo bem?")

  const server = createServer((incoming, response) => {
    void answer(incoming, response).catch((error: unknown) => response.destroy(asError(error)))
  })

  async function answer(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const request = await record(incoming, response)
    requests.push(request)
    const reply = next()
    await sendReply(response, typeof reply === "function" ? await reply(request) : reply)
  }

  await new Promise<void>((resolve, reject) => {
    server.once("error", reject)
    server.listen(options.port ?? 0, "127.0.0.1", resolve)
  })
  const address = server.address()
  const port = typeof address === "object" && address ? address.port : 0

  return {
    url: `http://127.0.0.1:${port}`,
    port,
    requests,
    script(script) {
      next = isList(script) ? oneByOne(script) : () => script
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function record(incoming: IncomingMessage, response: ServerResponse): Promise<RecordedRequest> {
  const arrivedAtMs = performance.now()
  const ended = new Promise<{ finished: boolean }>((resolve) => {
    response.once("close", () => resolve({ finished: response.writableFinished }))
  })
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk as Buffer)
  const body = Buffer.concat(chunks).toString()
  return {
    method: incoming.method ?? "",
    path: incoming.url ?? "",
    headers: incoming.headers,
    body,
    json: objectOf(parseJson(body)) ?? {},
    arrivedAtMs,
    ended,
  }
}

function oneByOne(replies: readonly ScriptedReply[]): () => ScriptedReply {
  let at = 0
  return () => replies[at++] ?? { status: 500, headers: {}, pieces: [{ send: Buffer.from("script exhausted") }] }
}

function isList(script: Script): script is readonly ScriptedReply[] {
  return Array.isArray(script)
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error))
}
