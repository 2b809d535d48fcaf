import { createServer, type Server, type ServerResponse } from "node:http"
import { noUsage } from "#core/gateway/usage.ts"
import { encodeReply, encodeStream } from "#core/providers/openai/encode-events.ts"
import { frame } from "#core/providers/sse.ts"
import type { ChatEvent } from "#core/gateway/chat-event.ts"
import { stamp } from "./reply.ts"

/** How the fast server streams; everything else about it is fixed, so that it costs next to nothing. */
export interface FastOptions {
  /** Text chunks of a stream. */
  readonly chunks: number
  /** Characters of each. */
  readonly characters: number
  /** Wait before the first chunk and between two, in ms. 0: all at once. */
  readonly firstMs: number
  readonly betweenMs: number
  /** Whether each chunk carries the monotonic clock in ns as its first field `stamp`. */
  readonly stamped: boolean
}

export const fastDefaults: FastOptions = { chunks: 20, characters: 24, firstMs: 0, betweenMs: 0, stamped: false }

/**
 * A provider for benchmarks: replies encoded once, no recording of requests. `PUT /options` with JSON changes the options
 * for the requests after it. Whole replies tell in `x-stamp` when their request had arrived, in monotonic ns.
 */
export function createFastServer(initial: Partial<FastOptions> = {}): Server {
  let options = { ...fastDefaults, ...initial }
  let answer = encodeFast(options)

  return createServer((request, response) => {
    const arrived = stamp()
    const chunks: Buffer[] = []
    request.on("data", (chunk: Buffer) => chunks.push(chunk))
    request.on("end", () => {
      const body = chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)
      if (request.url === "/options") {
        options = { ...options, ...(JSON.parse(body.toString()) as Partial<FastOptions>) }
        answer = encodeFast(options)
        response.end()
      } else if (body.includes('"stream":true') || body.includes('"stream": true')) {
        response.writeHead(200, { "content-type": "text/event-stream", "x-stamp": arrived })
        stream(response, answer.frames, options)
      } else {
        response.writeHead(200, {
          "content-type": "application/json",
          "content-length": answer.reply.length,
          "x-stamp": arrived,
        })
        response.end(answer.reply)
      }
    })
  })
}

function stream(response: ServerResponse, frames: readonly string[], options: FastOptions): void {
  const framed = (at: number) => (options.stamped ? withStamp(frames[at] ?? "") : (frames[at] ?? ""))
  if (options.firstMs === 0 && options.betweenMs === 0 && !options.stamped) {
    response.end(frames.join(""))
    return
  }
  let at = 0
  const step = () => {
    if (response.destroyed) return
    response.write(framed(at))
    at += 1
    if (at === frames.length) response.end()
    else if (options.betweenMs === 0) setImmediate(step)
    else setTimeout(step, options.betweenMs)
  }
  setTimeout(step, options.firstMs)
}

function withStamp(framed: string): string {
  return framed.startsWith("data: {") ? `data: {"stamp":"${stamp()}",${framed.slice(7)}` : framed
}

function encodeFast({ chunks, characters }: FastOptions): {
  readonly reply: Buffer
  readonly frames: readonly string[]
} {
  const envelope = { id: "chatcmpl-fast", model: "fast", created: 1_700_000_000, includeUsage: true }
  const text = "palavra ".repeat(Math.ceil(characters / 8)).slice(0, characters)
  const events: readonly ChatEvent[] = [
    ...Array.from({ length: chunks }, (): ChatEvent => ({ type: "text-delta", text })),
    { type: "usage", usage: { ...noUsage, inputUncached: 12, output: chunks } },
    { type: "finish", reason: "stop" },
  ]
  return {
    reply: Buffer.from(JSON.stringify(encodeReply(envelope, events))),
    frames: encodeStream(envelope, events).map(frame),
  }
}
