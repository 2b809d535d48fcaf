import { describe, expect, test } from "vitest"
import type { ChatConfig, ChatMessage, ChatRequest } from "#core/gateway/chat-request.ts"
import { encodeMeta } from "#core/ledger/balance-wire.ts"
import { microReais } from "#core/lib/micro-reais.ts"
import type { Adapter, Credentials } from "#core/providers/adapter.ts"
import type { ClientApi, NativeCall, SaidFailure, WireFrame } from "#core/providers/client-api.ts"
import { objectOf } from "#core/lib/fields.ts"
import { splitEvents } from "./read-stream.ts"
import { type AnswerSummary, summarizeAnswer } from "./summarize-answer.ts"
import { readText, type WireFile } from "./wire-file.ts"

/** A case for the laws of every chat wire. */
export interface ClientApiCase {
  readonly model: string
  readonly credentials?: Credentials
  /** Streams and replies, each of one good answer. */
  readonly answers: readonly WireFile[]
  /** Whether requests may ask for the provider's own search. */
  readonly searches: boolean
  /** The API has no word for an output cap. */
  readonly uncapped?: true
}

const balance = {
  total: microReais(5_000_000),
  premium: microReais(5_000_000),
  free: microReais(0),
  calls: 3,
  cost: microReais(20_000),
  runId: "r1",
}
const meta = { ...encodeMeta(balance) }

const image = { type: "image_url", image_url: { url: "data:image/png;base64,AAAA" } } as const
const conversations: Readonly<Record<string, readonly ChatMessage[]>> = {
  "a word": [{ role: "user", content: "Olá" }],
  "instructions and an image": [
    { role: "system", content: "Responda como um pirata." },
    { role: "user", content: [{ type: "text", text: "O que é?" }, image] },
    { role: "user", content: "E isto?" },
  ],
  "calls and results": [
    { role: "user", content: "Some" },
    { role: "assistant", content: "", tool_calls: [{ id: "c1", name: "soma", arguments: '{"a_b":1}' }] },
    { role: "tool", content: '{"total_geral":3}', tool_call_id: "c1" },
  ],
}
const tools = [
  { name: "soma", description: "Soma.", parameters: { type: "object", properties: { a_b: { type: "number" } } } },
]

/** The gateway's half of a provider held against the adapter: what one writes the other reads. */
export function testClientApi<State>(adapter: Adapter<State>, clientApi: ClientApi, setting: ClientApiCase): void {
  describe.each(Object.entries(conversations))("a request of our own with %s", (_, messages) => {
    test.each([true, false])("is taken and written on as it came, streamed: %s", (stream) => {
      const { sent, path, call } = readOwn(adapter, clientApi, setting, {
        messages,
        config: { stream, max_tokens: 900 },
        tools,
      })
      expect(call).toMatchObject({ model: setting.model, stream })
      expect(call.messages.length).toBeGreaterThan(0)
      const written = clientApi.write(call, { model: call.model, cap: 900 })
      expect(written.path).toBe(path)
      expect(textsIn(written.body)).toEqual(expect.arrayContaining([...textsIn(objectOf(sent)?.["tools"])]))
      if (!setting.uncapped) expect(JSON.stringify(written.body)).toContain("900")
      for (const { role, content } of messages) {
        // A result may go as the object it is.
        const text = role === "tool" ? "total_geral" : typeof content === "string" ? content : "O que é?"
        expect(JSON.stringify(written.body)).toContain(text)
      }
    })
  })

  // Not skipped elsewhere: there is nothing to prove where a provider has no search of its own.
  test.each(setting.searches ? [4] : [])(
    "of %d searches asked for as many are made as decided, and none otherwise",
    (asks) => {
      const config = { stream: true, enable_web_search: true, max_web_search_calls: asks }
      const { call } = readOwn(adapter, clientApi, setting, { messages: conversations["a word"] ?? [], config })
      expect(call.searchMost).toBeGreaterThan(0)
      const asked = JSON.stringify(clientApi.write(call, { model: call.model, cap: 900, searchMost: 2 }).body)
      expect(asked).toMatch(/web_?search|googleSearch/)
      expect(JSON.stringify(clientApi.write(call, { model: call.model, cap: 900 }).body)).not.toMatch(
        /web_?search|googleSearch/,
      )
    },
  )

  describe.each(setting.answers)("$name", (file) => {
    test("passed on, settled and closed is the same answer, with its balance", () => {
      const { whole, told } = throughGateway(adapter, clientApi, file, { meta })
      expect(told).toMatchObject({ ...contentOf(whole), finish: whole.finish, endings: 1 })
      expect(told.usage).toEqual(whole.usage)
      expect(balanceIn(adapter, clientApi, file)).toEqual(balance)
    })

    test("that breaks off keeps its text and tells what happened", () => {
      const failure: SaidFailure = { status: 502, message: "A resposta foi interrompida.", code: "upstream_cut" }
      const { told } = throughGateway(adapter, clientApi, file, { failure, upTo: 0.6 })
      expect(told).toMatchObject({ finish: undefined, failure: { kind: "upstream-cut" }, endings: 1 })
    })

    test("that is ended because its code was frozen tells whom to ask", () => {
      const fields = { balance_insufficient: true, frozen: true, frozen_meanwhile: true, ...links }
      const failure = { status: 402, message: "Este código foi bloqueado.", code: "balance_insufficient", fields }
      const { told } = throughGateway(adapter, clientApi, file, { failure, upTo: 0.6 })
      expect(told).toMatchObject({
        finish: undefined,
        failure: {
          kind: "insufficient-balance",
          message: failure.message,
          upgradeUrl: links.upgrade_url,
          short: { why: "frozen", meanwhile: true, supportUrl: links.support_url },
        },
        endings: 1,
      })
    })
  })

  test.each([
    ["unauthorized", 401, "unauthorized"],
    ["balance_insufficient", 402, "insufficient-balance"],
    ["too_many_requests", 429, "too-many-requests"],
    ["context_length_exceeded", 400, "context-length-exceeded"],
    ["already_processing", 400, "already-processing"],
  ])("a refusal by %s is known again", (code, status, kind) => {
    const body = JSON.stringify(clientApi.failureBody({ status, code, message: "Não dá." }))
    expect(adapter.decodeFailure(status, body).kind).toBe(kind)
  })

  test.each([{}, [], null, "texto", { model: 7 }, { messages: [] }, { contents: [] }, { input: [] }, { n: 2 }])(
    "a body that is no call is refused, not thrown at: %j",
    (body) => {
      const { path } = readOwn(adapter, clientApi, setting, {
        messages: conversations["a word"] ?? [],
        config: { stream: true },
      })
      expect(clientApi.read(targetOf(path), body).ok).toBe(false)
    },
  )

  test("an unknown field is refused by its name", () => {
    const { path, sent } = readOwn(adapter, clientApi, setting, {
      messages: conversations["a word"] ?? [],
      config: { stream: true },
    })
    for (const name of ["service_tier", "api_base", "n_best"]) {
      const read = clientApi.read(targetOf(path), { ...objectOf(sent), [name]: "priority" })
      expect(read.ok ? undefined : read.error).toMatchObject({ kind: "refused", reason: "unknown-field" })
    }
  })
}

const links = { upgrade_url: "https://planos.example/", support_url: "https://ajuda.example/" }

interface Asked extends Omit<ChatRequest, "config"> {
  readonly config: Partial<ChatConfig>
}

function readOwn<State>(adapter: Adapter<State>, clientApi: ClientApi, setting: ClientApiCase, asked: Asked) {
  const config: ChatConfig = {
    model: setting.model,
    providerName: adapter.provider,
    stream: true,
    temperature: 0.5,
    top_p: 1,
    ...asked.config,
  }
  const shape = adapter.encodeChat({ ...asked, config }, setting.credentials ?? {})
  const sent: unknown = JSON.parse(shape.body ?? "")
  const target = { ...targetOf(shape.path), headers: shape.headers }
  expect(clientApi.isCall(target.path)).toBe(true)
  const read = clientApi.read(target, sent)
  if (!read.ok) return expect.fail(`refused: ${JSON.stringify(read.error)}`)
  return { sent, path: shape.path, call: read.value satisfies NativeCall }
}

function targetOf(address: string) {
  const { pathname, searchParams } = new URL(address, "http://localhost")
  return { path: pathname, query: Object.fromEntries(searchParams), headers: {} }
}

/** An answer as the gateway would relay it, and as its reader has it in the end. */
function throughGateway<State>(
  adapter: Adapter<State>,
  clientApi: ClientApi,
  file: WireFile,
  ending: { readonly meta?: typeof meta; readonly failure?: SaidFailure; readonly upTo?: number },
): { readonly whole: AnswerSummary; readonly told: AnswerSummary } {
  const { frames, whole } = relayed(adapter, clientApi, file, ending)
  return { whole, told: summarizeAnswer(readFrames(adapter, frames)) }
}

function balanceIn<State>(adapter: Adapter<State>, clientApi: ClientApi, file: WireFile) {
  const events = readFrames(adapter, relayed(adapter, clientApi, file, { meta }).frames)
  return events.flatMap((event) => (event.type === "balance" ? [event.balance] : [])).at(-1)
}

function relayed<State>(
  adapter: Adapter<State>,
  clientApi: ClientApi,
  file: WireFile,
  { meta, failure, upTo = 1 }: { readonly meta?: object; readonly failure?: SaidFailure; readonly upTo?: number },
) {
  const json = file.type === "application/json" ? (JSON.parse(readText(file)) as object) : undefined
  const source: readonly WireFrame[] =
    json === undefined
      ? splitEvents([file.read()]).map(({ event, data }) => (event === undefined ? { data } : { event, data }))
      : (clientApi.streamOf?.({ ...json }, adapter.decodeReply(json)) ?? [{ data: JSON.stringify(json) }])
  const passed: WireFrame[] = []
  const kept: WireFrame[] = []
  let state = adapter.start()
  for (const frame of source.slice(0, Math.ceil(source.length * upTo))) {
    const [next, events] = adapter.decodeEvent(state, frame)
    state = next
    const place = clientApi.place(frame, events)
    if (place === "end") break
    if (place === "keep") kept.push(frame)
    else passed.push(frame)
  }
  const closing = clientApi.closing(failure ? [] : kept, {
    first: passed[0],
    asksUsage: true,
    ...(meta && { meta: { ...meta } }),
    ...(failure && { failure }),
  })
  return { frames: [...passed, ...closing], whole: summarizeAnswer(readFrames(adapter, source)) }
}

function readFrames<State>(adapter: Adapter<State>, frames: readonly WireFrame[]) {
  let state = adapter.start()
  const events = frames.flatMap((frame) => {
    const [next, events] = adapter.decodeEvent(state, frame)
    state = next
    return events
  })
  return [...events, ...adapter.decodeEnd(state)]
}

function contentOf({ text, reasoning, calls, citations }: AnswerSummary) {
  return { text, reasoning, calls, citations }
}

/** All texts of a value, its names included. */
function textsIn(value: unknown): readonly string[] {
  if (typeof value === "string") return [value]
  if (typeof value !== "object" || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) => [...(Array.isArray(value) ? [] : [name]), ...textsIn(inner)])
}
