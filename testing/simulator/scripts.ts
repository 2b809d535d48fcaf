import { ConnectionFault } from "../../server/outbound/exchange.ts"
import type { Upstream } from "../../server/outbound/upstream.ts"
import type { Life, Scheduler } from "./scheduler.ts"

/** The reaction of a scripted provider to one question, decided by the seed. */
export interface Script {
  readonly pieces: readonly string[]
  /** The usage that it reports, in tokens; `cached`: read from its cache, beside `input`. */
  readonly input: number
  readonly cached: number
  readonly output: number
  readonly usage: "last" | "with-finish" | "after-done" | "twice" | "missing"
  readonly end: "done" | "cut" | "error-event" | "silence" | "no-done-marker"
  /** How many pieces come before the fault; all of them when it ends well. */
  readonly until: number
  /** The failures of the first attempts. */
  readonly refusals: readonly (429 | 500 | 503 | "connect")[]
  /** Of each piece of a stream, and of a whole reply as often, beside its words: what some providers send with them, in bytes. */
  readonly padding: number
  /** Waits between two pieces, in ms. */
  readonly gapMs: number
  /** Filled in as it happens: attempts made, pieces sent, pictures begun, the output cap that was requested, in tokens. */
  asked: number
  sent: number
  /** Pictures that have begun to come. */
  begun: number
  cap: number
}

/** In-process provider in OpenAI's shape: the script is found by the question. */
export function scriptedUpstream(scheduler: Scheduler, life: Life, scriptOf: (question: string) => Script): Upstream {
  return async ({ body }, { signal, patienceMs = 60_000 }) => {
    const request = JSON.parse(String(body)) as Asked
    const script = scriptOf(request.prompt ?? request.messages?.[0]?.content ?? "")
    await unlessStopped(signal, scheduler.turn(life, "request"))
    const refusal = script.refusals[script.asked]
    script.asked++
    script.sent = 0
    script.cap = request.max_tokens ?? request.max_completion_tokens ?? Infinity
    await unlessStopped(signal, scheduler.sleep(life, script.gapMs))
    if (refusal === "connect") throw faultOf("ECONNREFUSED")
    if (refusal !== undefined) return { status: refusal, headers: {}, body: once(json({ error: { message: "no" } })) }
    const isPicture = request.prompt !== undefined
    const parts = isPicture ? picture(script) : request.stream === true ? stream(script) : whole(script)
    return {
      status: 200,
      headers: { "content-type": request.stream === true ? "text/event-stream" : "application/json" },
      body: paced(scheduler, life, script, parts, signal, Math.min(patienceMs, 10_000)),
    }
  }
}

interface Asked {
  readonly stream?: boolean
  readonly messages?: readonly { readonly content: string }[]
  /** Of a picture. */
  readonly prompt?: string
  readonly max_tokens?: number
  readonly max_completion_tokens?: number
}

interface Part {
  readonly bytes: Buffer
  /** Pieces of the text that are out once this is. */
  readonly sent: number
  /** The beginning of a picture. */
  readonly begins?: true
}

async function* paced(
  scheduler: Scheduler,
  life: Life,
  script: Script,
  parts: readonly Part[],
  signal: AbortSignal,
  patienceMs: number,
): AsyncGenerator<Uint8Array> {
  for (const { bytes, sent, begins = false } of parts) {
    await unlessStopped(signal, scheduler.sleep(life, script.gapMs))
    if (begins) script.begun++
    script.sent = Math.max(script.sent, sent)
    yield bytes
  }
  if (script.end === "cut") throw faultOf("ECONNRESET")
  if (script.end !== "silence") return
  await unlessStopped(signal, scheduler.sleep(life, patienceMs))
  throw faultOf("UND_ERR_BODY_TIMEOUT")
}

/** Stopping ends a wait at once, as closing a socket does. */
async function unlessStopped(signal: AbortSignal, wait: Promise<void>): Promise<void> {
  const stopped = new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }))
  if (!signal.aborted) await Promise.race([wait, stopped])
  if (signal.aborted) throw faultOf("ABORT_ERR")
}

function faultOf(code: string): ConnectionFault {
  return new ConnectionFault(Object.assign(new Error(code), { code }))
}

function stream(script: Script): readonly Part[] {
  const usage = usageOf(script)
  const padding = script.padding > 0 ? { padding: "=".repeat(script.padding) } : {}
  const less = { ...usage, completion_tokens: Math.floor(script.output / 2) }
  const told = script.pieces
    .slice(0, script.until)
    .map((content, at) => part({ choices: [delta({ content })], ...padding }, at + 1))
  const all = told.length
  if (script.end === "error-event") return [...told, part({ error: { message: "broken" } }, all)]
  if (script.end !== "done" && script.end !== "no-done-marker") return told
  const finish = { choices: [delta({}, "stop")], ...(script.usage === "with-finish" ? { usage } : {}) }
  return [
    ...told,
    part(finish, all),
    ...(script.usage === "twice" ? [part({ choices: [], usage: less }, all)] : []),
    ...(script.usage === "last" || script.usage === "twice" ? [part({ choices: [], usage }, all)] : []),
    ...(script.end === "done" ? [{ bytes: Buffer.from("data: [DONE]\n\n"), sent: all }] : []),
    ...(script.usage === "after-done" ? [part({ choices: [], usage }, all)] : []),
  ]
}

/** The first bytes of a picture, and all that is looked at before it is handed on. */
export const pictureHead = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** A picture whose bytes are the words of the script, behind its head. As soon as it has begun to come, its provider bills it. */
function picture(script: Script): readonly Part[] {
  const drawn = Buffer.concat([pictureHead, Buffer.from(script.pieces.join(""))]).toString("base64")
  const padding = script.padding > 0 ? { padding: "=".repeat(script.padding) } : {}
  const reply = { created: 1, data: [{ b64_json: drawn }], ...padding }
  const [first, ...rest] = wholeOrHalf(script, reply)
  return first === undefined ? [] : [{ ...first, begins: true }, ...rest]
}

function whole(script: Script): readonly Part[] {
  const usage = usageOf(script)
  const message = { role: "assistant", content: script.pieces.join("") }
  const reply = {
    ...head,
    object: "chat.completion",
    choices: [{ index: 0, message, finish_reason: "stop" }],
    ...(script.usage === "missing" ? {} : { usage }),
    ...(script.padding > 0 ? { padding: "=".repeat(script.padding * script.pieces.length) } : {}),
  }
  return wholeOrHalf(script, reply)
}

function wholeOrHalf(script: Script, reply: object): readonly Part[] {
  const bytes = json(script.end === "error-event" ? { error: { message: "broken" } } : reply)
  const half = Math.floor(bytes.length / 2)
  const first = { bytes: bytes.subarray(0, half), sent: 0 }
  if (script.end === "cut" || script.end === "silence") return [first]
  return [first, { bytes: bytes.subarray(half), sent: script.pieces.length }]
}

function usageOf({ input, cached, output }: Script) {
  return {
    prompt_tokens: input + cached,
    completion_tokens: output,
    ...(cached > 0 ? { prompt_tokens_details: { cached_tokens: cached } } : {}),
  }
}

const head = { id: "chatcmpl-1", object: "chat.completion.chunk", created: 1, model: "gpt-4.1" }

function part(fields: object, sent: number): Part {
  return { bytes: Buffer.from(`data: ${JSON.stringify({ ...head, ...fields })}\n\n`), sent }
}

function delta(content: object, finish_reason: string | null = null) {
  return { index: 0, delta: content, finish_reason }
}

function json(value: object): Buffer {
  return Buffer.from(JSON.stringify(value))
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}
