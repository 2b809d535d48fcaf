import { createServer, type ServerResponse } from "node:http"
import type { ChatEvent } from "#core/gateway/chat-event.ts"
import { noUsage } from "#core/gateway/usage.ts"
import { encodeReply, encodeStream } from "#core/providers/openai/encode-events.ts"
import { frame } from "#core/providers/sse.ts"

/** A provider that streams one text strictly by the clock: late timers send what is due at once. */
export interface ClockedProvider {
  readonly url: string
  /** Epoch ms at which each piece of the running answer was sent. */
  readonly sentAtMs: readonly number[]
  /** The text of the answers to come, and their pace. */
  readonly play: (pieces: readonly string[], piecesPerSecond: number) => void
  readonly close: () => Promise<void>
}

/** Titles and summaries are asked with little to say; they get a word at once. */
const isLongQuestion = (body: string) => body.includes("resposta bem longa") && body.includes('"stream":true')

/** How long it takes to read a text aloud, in ms. */
export const speechMs = 600

/** Two seconds of silence as a WAV file: 8 kHz, one channel, 8 bits. */
function silence(): Buffer {
  const [rate, head] = [8_000, 44]
  const sound = Buffer.alloc(head + 2 * rate, 128)
  sound.write("RIFF", 0)
  sound.writeUInt32LE(sound.length - 8, 4)
  sound.write("WAVEfmt ", 8)
  sound.writeUInt32LE(16, 16)
  sound.writeUInt16LE(1, 20)
  sound.writeUInt16LE(1, 22)
  sound.writeUInt32LE(rate, 24)
  sound.writeUInt32LE(rate, 28)
  sound.writeUInt16LE(1, 32)
  sound.writeUInt16LE(8, 34)
  sound.write("data", 36)
  sound.writeUInt32LE(2 * rate, 40)
  return sound
}

function speak(response: ServerResponse): void {
  response.setHeader("content-type", "audio/wav")
  response.end(silence())
}

export async function startClockedProvider(): Promise<ClockedProvider> {
  let pieces: readonly string[] = []
  let perSecond = 1
  const sentAtMs: number[] = []

  const server = createServer((request, response) => {
    let body = ""
    request.setEncoding("utf8").on("data", (text: string) => (body += text))
    request.on("end", () => {
      if (request.url?.endsWith("/audio/speech") === true) return void setTimeout(() => speak(response), speechMs)
      if (isLongQuestion(body) && !body.includes("nano")) return stream(response)
      const events = eventsOf(["Conversa"])
      if (!body.includes('"stream":true')) {
        response.setHeader("content-type", "application/json")
        return response.end(JSON.stringify(encodeReply(envelope, events)))
      }
      response.setHeader("content-type", "text/event-stream")
      response.end(encodeStream(envelope, events).map(frame).join(""))
    })
  })

  function stream(response: ServerResponse): void {
    // The opening chunk, one chunk a piece, then the end: finish, usage and the done marker.
    const [opening = "", ...frames] = encodeStream(envelope, eventsOf(pieces)).map(frame)
    const startMs = performance.now()
    sentAtMs.length = 0
    response.writeHead(200, { "content-type": "text/event-stream" })
    response.write(opening)
    const step = () => {
      if (response.destroyed) return
      const due = Math.min(pieces.length, Math.floor(((performance.now() - startMs) / 1000) * perSecond))
      if (due > sentAtMs.length) response.write(frames.slice(sentAtMs.length, due).join(""))
      while (sentAtMs.length < due) sentAtMs.push(Date.now())
      if (due === pieces.length) response.end(frames.slice(due).join(""))
      else setTimeout(step, 1000 / perSecond)
    }
    step()
  }

  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`,
    sentAtMs,
    play(text, pace) {
      pieces = text
      perSecond = pace
      sentAtMs.length = 0
    },
    close() {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

const envelope = { id: "chatcmpl-bench", model: "gpt-4o-mini", created: 1_700_000_000, includeUsage: true }

function eventsOf(pieces: readonly string[]): readonly ChatEvent[] {
  return [
    ...pieces.map((text): ChatEvent => ({ type: "text-delta", text })),
    { type: "usage", usage: { ...noUsage, inputUncached: 20, output: pieces.length } },
    { type: "finish", reason: "stop" },
  ]
}
