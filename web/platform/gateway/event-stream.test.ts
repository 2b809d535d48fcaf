import { describe, expect, test } from "vitest"
import type { ChatEvent } from "#core/gateway/chat-event.ts"
import { openAiAdapter } from "#core/providers/openai/adapter.ts"
import { beginReading, joinDeltas, readAnswer } from "./event-stream.ts"

const chunk = (delta: object, finish_reason: string | null = null) =>
  `data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason }] })}\n\n`

const stream = `: ping\n\n${chunk({ content: "Olá, " })}${chunk({ content: "ação 😀" })}${chunk({}, "stop")}data: [DONE]\n\n`

function reply(body: BodyInit, type: string): Response {
  return new Response(body, { headers: { "content-type": type } })
}

/** A body that arrives in the given pieces, then ends or breaks. */
function arriving(pieces: readonly Uint8Array[], ending: "ends" | "breaks" = "ends"): ReadableStream<Uint8Array> {
  const rest = [...pieces]
  return new ReadableStream({
    pull(controller) {
      const piece = rest.shift()
      if (piece) controller.enqueue(piece)
      else if (ending === "ends") controller.close()
      else controller.error(new TypeError("network error"))
    },
  })
}

async function eventsOf(response: Response): Promise<readonly ChatEvent[]> {
  const all: ChatEvent[] = []
  for await (const events of readAnswer(response, openAiAdapter)) all.push(...events)
  return all
}

function textOf(events: readonly ChatEvent[]): string {
  return events.map((event) => (event.type === "text-delta" ? event.text : "")).join("")
}

describe("a streamed answer", () => {
  const bytes = new TextEncoder().encode(stream)

  test("is the same wherever the network cuts it, inside a letter too", async () => {
    for (let cut = 0; cut <= bytes.length; cut += 1) {
      const events = await eventsOf(reply(arriving([bytes.slice(0, cut), bytes.slice(cut)]), "text/event-stream"))
      expect(textOf(events)).toBe("Olá, ação 😀")
      expect(events.at(-1)).toEqual({ type: "finish", reason: "stop" })
    }
  })

  test("is the same byte by byte", async () => {
    const pieces = Array.from(bytes, (byte) => Uint8Array.of(byte))
    expect(textOf(await eventsOf(reply(arriving(pieces), "text/event-stream; charset=utf-8")))).toBe("Olá, ação 😀")
  })

  test("tells everything that had arrived before its connection broke", async () => {
    const told: ChatEvent[] = []
    const whole = async () => {
      const response = reply(arriving([bytes.slice(0, 20), bytes.slice(20, 210)], "breaks"), "text/event-stream")
      for await (const events of readAnswer(response, openAiAdapter)) told.push(...events)
    }
    await expect(whole()).rejects.toThrow("network error")
    expect(textOf(told)).toBe("Olá, ação 😀")
  })

  const letGo = `data: ${JSON.stringify({ error: { message: "…", type: "invalid_request_error", code: "reader_too_slow" } })}\n\ndata: [DONE]\n\n`

  test("goes on in another connection where the server let this one go: what it said of that is not the answer's end", async () => {
    const numbered = stream.split(/(?<=\n\n)/).map((frame, at) => (at === 0 ? frame : `id: ${at}\n${frame}`))
    const reading = beginReading(openAiAdapter)
    const told: ChatEvent[] = []
    const read = async (said: string) => {
      const options = { reading, resumable: true }
      for await (const events of readAnswer(reply(said, "text/event-stream"), openAiAdapter, options))
        told.push(...events)
    }
    await expect(read(`${numbered.slice(0, 2).join("")}${letGo}`)).rejects.toThrow("let go")
    expect([reading.ended, reading.frame, textOf(told)]).toEqual([false, 1, "Olá, "])
    await read(numbered.slice(2).join(""))
    expect([reading.ended, textOf(told), told.at(-1)]).toEqual([
      true,
      "Olá, ação 😀",
      { type: "finish", reason: "stop" },
    ])
  })

  test("that cannot be resumed is told as the failure it is", async () => {
    const events = await eventsOf(reply(`${chunk({ content: "Olá" })}${letGo}`, "text/event-stream"))
    expect(events.at(-1)).toEqual({ type: "failure", failure: { kind: "refused", reason: "reader-too-slow" } })
  })

  test("that ends without a word is a failure", async () => {
    expect((await eventsOf(reply("data: [DONE]\n\n", "text/event-stream"))).map(({ type }) => type)).toEqual([
      "failure",
    ])
  })
})

test("a text/plain reply is the whole answer", async () => {
  expect(await eventsOf(reply("Tudo bem?", "text/plain; charset=utf-8"))).toEqual([
    { type: "text-delta", text: "Tudo bem?" },
    { type: "finish", reason: "stop" },
  ])
})

test("a JSON reply is the whole answer", async () => {
  const json = JSON.stringify({ choices: [{ message: { content: "Oi" }, finish_reason: "stop" }] })
  expect(textOf(await eventsOf(reply(json, "application/json")))).toBe("Oi")
})

test("a page of HTML in place of an answer is a failure that shows how it begins", async () => {
  expect(await eventsOf(reply("<html>manutenção", "text/html"))).toEqual([
    { type: "failure", failure: { kind: "not-json", status: 200, contentType: "text/html", head: "<html>manutenção" } },
  ])
})

describe("an answer read over two connections", () => {
  const pieces = ["Olá, ", "ação 😀", " e ", "fim"]
  const frames = [...pieces.map((content) => chunk({ content })), chunk({}, "stop"), "data: [DONE]\n\n"].map(
    (frame, at) => `: ping\n\nid: ${at + 1}\n${frame}`,
  )
  const bytes = new TextEncoder().encode(frames.join(""))

  /** Everything told when the first connection is cut after so many bytes; `again` makes the second one's frames. */
  async function cutAt(cut: number, ending: "ends" | "breaks", again: (after: number) => readonly string[]) {
    const reading = beginReading(openAiAdapter)
    const told: ChatEvent[] = []
    const read = async (body: ReadableStream<Uint8Array>) => {
      const response = reply(body, "text/event-stream")
      for await (const events of readAnswer(response, openAiAdapter, { reading, resumable: true })) told.push(...events)
    }
    await read(arriving([bytes.slice(0, cut)], ending)).catch(() => {})
    if (!reading.ended) await read(arriving([new TextEncoder().encode(again(reading.frame).join(""))]))
    return told
  }

  test.each([
    ["from the frame after the last", (after: number) => frames.slice(after)],
    ["from the first frame", () => frames],
  ])("is the same %s, wherever the first was cut", async (_, again) => {
    for (const ending of ["ends", "breaks"] as const) {
      for (let cut = 0; cut <= bytes.length; cut += 1) {
        const told = await cutAt(cut, ending, again)
        expect(textOf(told)).toBe("Olá, ação 😀 e fim")
        expect(told.filter(({ type }) => type === "finish")).toEqual([{ type: "finish", reason: "stop" }])
        expect(told.some(({ type }) => type === "failure")).toBe(false)
      }
    }
  })
})

test("text is joined with the text before it and with nothing else, and no letter is lost", () => {
  const citation: ChatEvent = { type: "citation", citation: { url: "https://exemplo.com.br", title: "Exemplo" } }
  const events: readonly ChatEvent[] = [
    { type: "reasoning-delta", text: "Pen" },
    { type: "reasoning-delta", text: "so" },
    { type: "text-delta", text: "O" },
    { type: "text-delta", text: "lá" },
    citation,
    { type: "text-delta", text: "!" },
    { type: "finish", reason: "stop" },
  ]
  expect(joinDeltas(events)).toEqual([
    { type: "reasoning-delta", text: "Penso" },
    { type: "text-delta", text: "Olá" },
    citation,
    { type: "text-delta", text: "!" },
    { type: "finish", reason: "stop" },
  ])
})
