import { randomInt } from "node:crypto"
import type { ChatEvent } from "#core/gateway/chat-event.ts"
import {
  encodeEvent,
  encodeFailure,
  encodeReply,
  startEncoding,
  type Envelope,
} from "#core/providers/openai/encode-events.ts"
import { objectOf, parseJson, textOf } from "#core/lib/fields.ts"
import { frame } from "#core/providers/sse.ts"
import type { Upstream, UpstreamReply } from "../../outbound/upstream.ts"
import { composeAnswer } from "./compose-answer.ts"
import { cutToCap, type CountedAnswer } from "./cut-to-cap.ts"
import { aborted, drawn, inPieces, paceOf, sleep as timerSleep, type Sleep } from "./pacing.ts"
import { parsePretendRequest, type PretendRequest } from "./pretend-request.ts"
import { encodeResponse, parseResponsesRequest, responseFrames } from "./pretend-responses.ts"
import { pretendEdit, pretendPicture, pretendSpeech, pretendStablePicture, pretendTranscript } from "./pretend-media.ts"
import { pretendUsage } from "./pretend-usage.ts"

export interface PretendOptions {
  /** Epoch ms. */
  readonly now: () => number
  readonly sleep?: Sleep
  /** In [0, 1). */
  readonly random?: () => number
}

/** The pretend model: a provider in process, behind OpenAI's wire, with plausible timing and usage. */
export function createPretendUpstream(options: PretendOptions): Upstream {
  const { now, sleep = timerSleep, random = () => randomInt(2 ** 32) / 2 ** 32 } = options
  let answers = 0

  return async ({ path, body: sent }, { signal }) => {
    if (signal.aborted) throw aborted()
    const created = Math.floor(now() / 1000)
    if (path.endsWith("/audio/transcriptions")) return json(200, pretendTranscript)
    const body = typeof sent === "string" ? sent : ""
    if (path.endsWith("/images/generations")) {
      await sleep(drawn(pictureMs, random), signal)
      return json(200, pretendPicture(created, body))
    }
    if (path.endsWith("/images/edits")) {
      await sleep(drawn(pictureMs, random), signal)
      return json(200, pretendEdit(created, Buffer.from(sent ?? "").toString()))
    }
    if (path.startsWith("/v2beta/stable-image/generate/")) {
      await sleep(drawn(pictureMs, random), signal)
      return json(200, pretendStablePicture(body))
    }
    if (path.endsWith("/audio/speech")) {
      const said = textOf(objectOf(parseJson(body))?.["input"]) ?? ""
      return { status: 200, headers: soundType, body: once(pretendSpeech(said)) }
    }
    const asResponse = path.endsWith("/responses")
    if (!asResponse && !path.endsWith("/chat/completions")) {
      return refusal(404, `Unknown request URL: ${path}`, "unknown_url")
    }

    const response = asResponse ? parseResponsesRequest(body) : undefined
    const request = response ?? (asResponse ? undefined : parsePretendRequest(body))
    if (!request) return refusal(400, "We could not parse the JSON body of your request.", null)
    const counted = cutToCap(composeAnswer(request), request.model, request.cap)
    const fault = counted.answer.fault
    if (fault && fault !== "corte" && fault !== "vazio") return refusal(Number(fault), faultMessages[fault], null)

    answers += 1
    const id = `${asResponse ? "resp" : "chatcmpl"}-pretend-${created.toString(36)}-${answers}`
    const envelope: Envelope = { id, model: request.model, created, includeUsage: request.includeUsage }
    const timed = timedEvents(request, counted)
    const wait = (ms: number) => sleep(ms, signal)
    const said = timed.map(({ event }) => event)
    const whole = () => (response ? encodeResponse(envelope, said, response.searches) : encodeReply(envelope, said))
    if (request.stream) {
      const stream = response
        ? streamedResponse(whole(), counted, random, wait)
        : streamed(envelope, timed, random, wait)
      return { status: 200, headers: eventStream, body: stream }
    }
    // A whole reply takes as long as its stream would, up to what one waits for without a sign of life.
    await wait(
      Math.min(
        timed.reduce((sum, { ms }) => sum + drawn(ms, random), 0),
        longestSilenceMs,
      ),
    )
    const reply = JSON.stringify(whole())
    if (fault === "corte") return { status: 200, headers: jsonType, body: broken(reply.slice(0, reply.length / 2)) }
    return { status: 200, headers: jsonType, body: once(reply) }
  }
}

/** How long a picture of the demonstration takes, in ms: long enough to see it being made. */
const pictureMs = [1_500, 2_500] as const
const longestSilenceMs = 5_000
const soundType = { "content-type": "audio/wav" }
const jsonType = { "content-type": "application/json" }
const eventStream = { "content-type": "text/event-stream; charset=utf-8" }

const faultMessages = {
  "402": "Insufficient credits (simulated).",
  "403": "This model is not available to your project (simulated).",
  "502": "Bad gateway (simulated).",
  "503": "The engine is currently overloaded, please try again later (simulated).",
  "504": "Gateway timeout (simulated).",
} as const

/** An event and the bounds of the wait before it, in ms. */
interface TimedEvent {
  readonly ms: readonly [number, number]
  readonly event: ChatEvent
}

const atOnce = [0, 0] as const

function timedEvents(request: PretendRequest, { answer, output, reasoning }: CountedAnswer): readonly TimedEvent[] {
  const pace = paceOf(answer.text, answer.slow)
  const empty = answer.fault === "vazio"
  const said: ChatEvent[] = [
    ...inPieces(answer.reasoning, pace.pieces).map((text) => ({ type: "reasoning-delta", text }) as const),
    ...inPieces(answer.text, pace.pieces).map((text) => ({ type: "text-delta", text }) as const),
    ...answer.calls.map((call, index) => ({ type: "tool-call", index, call }) as const),
  ]
  const { query } = answer
  const searched = [query ?? []].flat().map((words) => {
    const search = { id: "ws_pretend", status: "completed", query: words } as const
    return now({ type: "web-search", search })
  })
  const paced = empty ? [] : said.map((event, index) => ({ ms: index === 0 ? pace.firstMs : pace.betweenMs, event }))
  if (answer.fault === "corte") {
    return [...paced.slice(0, Math.ceil(paced.length / 2)), now({ type: "failure", failure: { kind: "upstream-cut" } })]
  }
  const searchCalls = answer.searchCalls
  const usage = pretendUsage(
    request,
    empty ? { output: 0, reasoning: 0, searchCalls } : { output, reasoning, searchCalls },
  )
  return [
    ...searched,
    ...paced,
    ...answer.citations.map((citation) => now({ type: "citation", citation })),
    now({ type: "usage", usage }),
    now({ type: "finish", reason: answer.finish }),
  ]
}

function now(event: ChatEvent): TimedEvent {
  return { ms: atOnce, event }
}

async function* streamed(
  envelope: Envelope,
  timed: readonly TimedEvent[],
  random: () => number,
  wait: (ms: number) => Promise<void>,
): AsyncGenerator<Uint8Array> {
  let encoding = startEncoding
  for (const { ms, event } of timed) {
    if (ms !== atOnce) await wait(drawn(ms, random))
    const [next, payloads] = encodeEvent(envelope, encoding, event)
    encoding = next
    if (payloads.length > 0) yield Buffer.from(payloads.map(frame).join(""))
    if (event.type === "failure") throw connectionLost()
  }
}

async function* streamedResponse(
  whole: object,
  { answer }: CountedAnswer,
  random: () => number,
  wait: (ms: number) => Promise<void>,
): AsyncGenerator<Uint8Array> {
  const pace = paceOf(answer.text, answer.slow)
  const frames = responseFrames({ ...whole }, (text) => inPieces(text, pace.pieces))
  const broken = answer.fault === "corte"
  let begun = false
  for (const { text, isPiece } of broken ? frames.slice(0, Math.ceil(frames.length / 2)) : frames) {
    if (isPiece) await wait(drawn(begun ? pace.betweenMs : pace.firstMs, random))
    begun ||= isPiece
    yield Buffer.from(text)
  }
  if (broken) throw connectionLost()
}

async function* once(body: string | Buffer): AsyncGenerator<Uint8Array> {
  yield typeof body === "string" ? Buffer.from(body) : body
}

async function* broken(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text)
  throw connectionLost()
}

function connectionLost(): Error {
  return Object.assign(new Error("other side closed"), { code: "ECONNRESET" })
}

function json(status: number, body: object): UpstreamReply {
  return { status, headers: jsonType, body: once(JSON.stringify(body)) }
}

function refusal(status: number, message: string, code: string | null): UpstreamReply {
  const type = status < 500 ? "invalid_request_error" : "server_error"
  const failure = { kind: "upstream", status, message, type, ...(code && { code }) } as const
  return json(status, encodeFailure(failure))
}
