import { objectOf, objectsOf, parseJson, textOf } from "#core/lib/fields.ts"
import { readChat } from "../gateway.ts"

/** The received part of an answer: all of it, or the part before its connection broke. */
export interface Heard {
  readonly status: number
  readonly runId: string
  /** Byte for byte what can be compared: a stream's ids and payloads, a whole reply's body. */
  readonly content: string
  readonly text: string
  /** Micro-reais; undefined where no end told it. */
  readonly cost: number | undefined
  readonly isWhole: boolean
  /** The kind of error an answer ended with, or a refusal's. */
  readonly error: string | undefined
  /** Frames whose ids do not count up from 1. */
  readonly misnumbered: readonly string[]
  /** How long it was being said, in ms: without the time in which its server stood still. */
  readonly spokenMs: number
}

/** Words come far sooner after each other, in ms. */
const longestPauseMs = 1_500

/** Reads a reply to its end, or until its connection breaks: what came until then is not lost to the reader. */
export async function hear(response: Response): Promise<Heard> {
  const chunks: Uint8Array[] = []
  let lastAt: number | undefined
  let spokenMs = 0
  let broken = false
  try {
    for await (const chunk of response.body ?? []) {
      const now = performance.now()
      const pauseMs = now - (lastAt ?? now)
      if (pauseMs < longestPauseMs) spokenMs += pauseMs
      lastAt = now
      chunks.push(chunk as Uint8Array)
    }
  } catch {
    broken = true
  }
  const bytes = Buffer.concat(chunks)
  const { status, headers } = response
  const isStream = (headers.get("content-type") ?? "").startsWith("text/event-stream")
  const heard = isStream
    ? await stream(new Response(bytes, { status, headers }))
    : whole(bytes.toString(), broken, response)
  return { ...heard, status, runId: headers.get("x-run-id") ?? "", spokenMs }
}

type Content = Omit<Heard, "status" | "runId" | "spokenMs">

async function stream(response: Response): Promise<Content> {
  const chat = await readChat(response)
  // A last event that was cut in the middle is none.
  const count = chat.done ? chat.ids.length : chat.chunks.length
  return {
    content: JSON.stringify([chat.ids, chat.payloads]),
    text: chat.text,
    cost: microReais(chat.meta?.cost),
    isWhole: chat.done,
    error: chat.error && (textOf(chat.error["code"]) ?? "error"),
    misnumbered: chat.ids
      .slice(0, count)
      .flatMap((id, at) => (id === String(at + 1) ? [] : [`frame ${at + 1} has id ${id}`])),
  }
}

function whole(body: string, broken: boolean, { ok }: Response): Content {
  const json = objectOf(parseJson(body))
  const error = objectOf(json?.["error"])
  const message = objectOf(objectsOf(json?.["choices"])[0]?.["message"])
  const meta = objectOf(json?.["_meta"])
  return {
    content: body,
    text: textOf(message?.["content"]) ?? "",
    cost: microReais(typeof meta?.["cost"] === "number" ? meta["cost"] : undefined),
    isWhole: !broken && json !== undefined,
    error: ok ? undefined : (textOf(error?.["code"]) ?? textOf(json?.["code"]) ?? body.slice(0, 80)),
    misnumbered: [],
  }
}

/** Converts reais from the wire. */
function microReais(reais: number | undefined): number | undefined {
  return reais === undefined ? undefined : Math.round(reais * 1_000_000)
}
