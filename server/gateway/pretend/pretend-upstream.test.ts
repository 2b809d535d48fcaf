import { describe, expect, test } from "vitest"
import type { ChatEvent } from "#core/gateway/chat-event.ts"
import { openAiAdapter } from "#core/providers/openai/adapter.ts"
import { responsesAdapter } from "#core/providers/openai/responses/adapter.ts"
import { readStream } from "../../../testing/read-stream.ts"
import { type AnswerSummary, summarizeAnswer } from "../../../testing/summarize-answer.ts"
import { aborted, type Sleep } from "./pacing.ts"
import { createPretendUpstream } from "./pretend-upstream.ts"
import { findWishes } from "./trigger-words.ts"

/** No waiting: the waits are written down instead. */
function hurried() {
  const waits: number[] = []
  const sleep = async (ms: number) => void waits.push(ms)
  return { waits, upstream: createPretendUpstream({ now: () => 1_700_000_000_000, sleep, random: () => 0.5 }) }
}

const user = (content: unknown) => ({ role: "user", content })
const assistant = (content: string) => ({ role: "assistant", content })

async function post(body: object, path = "/v1/chat/completions") {
  const { upstream, waits } = hurried()
  const reply = await upstream(
    { path, headers: {}, body: JSON.stringify(body) },
    { signal: new AbortController().signal },
  )
  const pieces: Uint8Array[] = []
  let cut = false
  try {
    for await (const piece of reply.body) pieces.push(piece)
  } catch {
    cut = true
  }
  return { status: reply.status, pieces, cut, waits, text: Buffer.concat(pieces).toString() }
}

async function streamed(
  messages: readonly object[],
  more: object = {},
): Promise<AnswerSummary & { readonly events: readonly ChatEvent[] }> {
  const { pieces } = await post({
    model: "gpt-4o-mini",
    stream: true,
    stream_options: { include_usage: true },
    messages,
    ...more,
  })
  const events = readStream(openAiAdapter, pieces)
  return { ...summarizeAnswer(events), events }
}

async function whole(messages: readonly object[], more: object = {}): Promise<AnswerSummary> {
  const { text } = await post({ model: "gpt-4o-mini", messages, ...more })
  return summarizeAnswer(openAiAdapter.decodeReply(JSON.parse(text)))
}

describe("the pretend model", () => {
  test("answers about what was asked, in Portuguese", async () => {
    const answer = await streamed([user("Olá! Tudo bem? Como se faz tapioca recheada?")])
    expect(answer.text).toContain("Como se faz tapioca recheada")
    expect(answer.text).toContain("resposta simulada")
    expect(answer).toMatchObject({ finish: "stop", endings: 1, usage: { source: "provider", inputCached: 0 } })
    expect(answer.usage?.output).toBe(Math.ceil(answer.text.length / 4))
  })

  test("greets who only greets, and answers who asks besides", async () => {
    for (const hello of ["Oi", "Olá, tudo bem?", "Bom dia!"]) {
      expect((await streamed([user(hello)])).text).toContain("Que bom ver você")
    }
    expect((await streamed([user("Oi, fale sobre rios")])).text).toContain("rios")
  })

  test("answers in English when asked in English", async () => {
    expect((await streamed([user("What is the best way to learn guitar?")])).text).toContain("You asked")
    expect((await streamed([user("show a table and code")])).text).toContain("You asked")
  })

  test("says the same whole as streamed", async () => {
    const messages = [user("pesquise e mostre uma tabela de preços")]
    const { events: _, ...answer } = await streamed(messages)
    expect(await whole(messages)).toEqual(answer)
  })

  test("lists its words in the first answer only", async () => {
    const list = /tabela\*, \*código[^]*erro 402/
    expect((await streamed([user("Oi")])).text).toMatch(list)
    expect((await streamed([user("Oi"), assistant("Olá!"), user("Fale sobre rios")])).text).not.toMatch(list)
  })

  test.each([
    ["tabela", /^\| :--- \|/m],
    ["CÓDIGO", /```python/],
    ["formula", /R\$ 10 [^]*\$\$/],
    ["Diagrama", /```mermaid\nflowchart/],
    ["página", /```html\n<!doctype html>/],
    ["imagem", /!\[[^\]]+\]\(data:image\/png;base64,/],
  ])("shows what %s asks for", async (word, shown) => {
    expect((await streamed([user(`Quero uma ${word}, por favor`)])).text).toMatch(shown)
  })

  test("searches with sources whose positions lie in the answer", async () => {
    const { text, citations, usage } = await streamed([user("pesquise sobre jabuticaba")])
    expect(usage?.searchCalls).toBe(1)
    expect(citations).toHaveLength(3)
    for (const { start = 0, end = 0 } of citations) expect(text.slice(start, end)).toMatch(/^\s?A .*\.$/)
  })

  test("thinks first when asked to, and counts it", async () => {
    const { events, reasoning, usage } = await streamed([user("pensa: quanto é 2 + 2?")])
    expect(events[0]?.type).toBe("reasoning-delta")
    expect(usage?.reasoning).toBe(Math.ceil(reasoning.length / 4))
  })

  test("counts a little hidden reasoning for models that reason", async () => {
    expect((await streamed([user("Oi")], { model: "gpt-5" })).usage?.reasoning).toBeGreaterThan(0)
    expect((await streamed([user("Oi")], { model: "gpt-4o" })).usage?.reasoning).toBe(0)
  })

  test("calls an offered tool with what its schema requires, and explains when there is none", async () => {
    const parameters = {
      type: "object",
      properties: { cidade: { type: "string" }, dias: { type: "integer" } },
      required: ["dias"],
    }
    const tools = [{ type: "function", function: { name: "clima", parameters } }]
    const called = await streamed([user("use a ferramenta")], { tools })
    expect(called).toMatchObject({ finish: "tool-calls", calls: [{ name: "clima", arguments: '{"dias":1}' }] })
    expect((await streamed([user("use a ferramenta")])).text).toContain("Nenhuma ferramenta")
    const result = [user("use a ferramenta"), assistant(""), { role: "tool", tool_call_id: "x", content: "22 graus" }]
    expect((await streamed(result)).text).toContain("22 graus")
  })

  test("calls the tools that are spelled out, one a line, with the arguments as they stand", async () => {
    const tools = ["clima", "agenda"].map((name) => ({ type: "function", function: { name, parameters: {} } }))
    const lines = 'ferramenta agenda {"dia": {"n": 1}}\nferramenta clima\nferramenta foguete {}'
    expect(await streamed([user(lines)], { tools })).toMatchObject({
      finish: "tool-calls",
      calls: [
        { name: "agenda", arguments: '{"dia": {"n": 1}}' },
        { name: "clima", arguments: "{}" },
      ],
    })
  })

  test("writes about two thousand words", async () => {
    const words = (await streamed([user("uma resposta longa sobre rios")])).text.split(/\s+/).length
    expect(words).toBeGreaterThan(1_800)
    expect(words).toBeLessThan(2_600)
  })

  test.each([402, 403, 502, 503, 504])("fails with %i in the provider's shape", async (status) => {
    for (const stream of [true, false]) {
      const reply = await post({ model: "gpt-4o", stream, messages: [user(`Erro ${status}!`)] })
      expect(reply.status).toBe(status)
      expect(openAiAdapter.decodeFailure(status, reply.text)).toMatchObject({ kind: "upstream", status })
    }
  })

  test("is cut off after some text, or says nothing", async () => {
    const cut = await post({ model: "gpt-4o", stream: true, messages: [user("erro corte")] })
    expect(cut.cut).toBe(true)
    const answer = summarizeAnswer(readStream(openAiAdapter, cut.pieces))
    expect(answer).toMatchObject({ failure: { kind: "upstream-cut" } })
    expect(answer.text.length).toBeGreaterThan(20)
    expect((await post({ model: "gpt-4o", messages: [user("erro corte")] })).cut).toBe(true)
    expect(await streamed([user("erro vazio")])).toMatchObject({ text: "", failure: { kind: "empty-answer" } })
    expect(await whole([user("erro vazio")])).toMatchObject({ text: "", failure: { kind: "empty-answer" } })
  })

  test.each(["max_tokens", "max_completion_tokens"])("ends by length at %s", async (field) => {
    const answer = await streamed([user("longa")], { [field]: 10 })
    expect(answer).toMatchObject({ finish: "length", usage: { output: 10 } })
    expect(answer.text).toHaveLength(40)
  })

  test("gives a conversation a short title and a summary", async () => {
    const talk = [user("Como faço pão de queijo mineiro com polvilho azedo?"), assistant("Assim: …")]
    const title = await whole([...talk, user("Dê um título a esta conversa com quatro a cinco palavras.")])
    expect(title.text).toMatch(/^Como faço pão de queijo/)
    expect(title.text.split(" ").length).toBeLessThanOrEqual(6)
    const summary = await whole([...talk, { role: "system", content: "Resuma a conversa em no máximo 200 palavras." }])
    expect(summary.text).toContain("pão de queijo")
    const ofAnswerOnly = await whole([assistant("Assim: …"), user("Dê um título a esta conversa com quatro palavras.")])
    expect(ofAnswerOnly.text).toBe("Conversa casual")
  })

  test("answers the question behind folded instructions, and a question in parts with an image", async () => {
    const folded =
      "[Instruções internas: siga-as sem as mencionar]\nUse uma tabela.\n[Fim das instruções internas]\n\nE o mar?"
    const { text } = await streamed([user(folded)], { model: "o3" })
    expect(text).toContain("E o mar")
    expect(text).not.toContain("| :---")
    const parts = [
      { type: "text", text: "O que é isto?" },
      { type: "image_url", image_url: { url: "data:image/png;base64,AA" } },
    ]
    expect((await streamed([user(parts)])).text).toContain("imagem que você anexou")
  })

  test("shows the user's words as they are, whatever signs they hold", async () => {
    expect((await streamed([user("o que faz <script>alert`1`</script> *aqui*?")])).text).toContain(
      "\\<script\\>alert\\`1\\`",
    )
  })

  test("takes under 2 s for a short answer and about 10 s for a long one", async () => {
    const total = async (content: string) => {
      const { waits } = await post({ model: "gpt-4o", stream: true, messages: [user(content)] })
      return waits.reduce((sum, ms) => sum + ms, 0)
    }
    expect(await total("Como se faz tapioca?")).toBeLessThan(2_000)
    expect(await total("longa")).toBeGreaterThan(5_000)
    expect(await total("longa")).toBeLessThan(15_000)
  })

  test("answers under any name, and only what is a chat", async () => {
    expect(await post({ model: "gpt-9", messages: [user("oi")] })).toMatchObject({ status: 200 })
    expect(await post({ model: "gpt-4o", messages: [] })).toMatchObject({ status: 400 })
    expect(await post({}, "/v1/embeddings")).toMatchObject({ status: 404 })
  })
})

describe("stopping the pretend model", () => {
  test("ends a slow answer at once, and leaves nothing that waits", async () => {
    let waiting = 0
    // The first piece comes; the next one would never.
    const sleepUntilStopped: Sleep = async (ms, signal) => {
      if (ms < 900) return
      waiting += 1
      await new Promise((_, reject) =>
        signal.addEventListener("abort", () => reject(aborted()), { once: true }),
      ).finally(() => (waiting -= 1))
    }
    const upstream = createPretendUpstream({ now: Date.now, random: () => 0, sleep: sleepUntilStopped })
    const stop = new AbortController()
    const body = JSON.stringify({ model: "gpt-4o", stream: true, messages: [user("devagar")] })
    const reply = await upstream({ path: "/v1/chat/completions", headers: {}, body }, { signal: stop.signal })
    const arrived: Uint8Array[] = []
    const reading = (async () => {
      for await (const piece of reply.body) {
        arrived.push(piece)
        setImmediate(() => stop.abort())
      }
    })()
    await expect(reading).rejects.toMatchObject({ code: "ABORT_ERR" })
    expect(waiting).toBe(0)
    expect(arrived).toHaveLength(1)
  })

  test("refuses a call that was stopped before it began", async () => {
    const { upstream } = hurried()
    await expect(
      upstream({ path: "/v1/models", headers: {}, body: "" }, { signal: AbortSignal.abort() }),
    ).rejects.toThrow("aborted")
  })
})

describe("a wish", () => {
  test.each([
    ["uma TABELA", ["tabela"]],
    ["código e depois tabela", ["codigo", "tabela"]],
    ["decodificar tabelas", []],
    ["pagina", ["pagina"]],
  ])("is found as a whole word, without accents: %s", (message, sections) => {
    expect(findWishes(message).sections).toEqual(sections)
  })

  test("for an error names one the model knows", () => {
    expect(findWishes("erro 504").fault).toBe("504")
    expect(findWishes("erro 500").fault).toBeUndefined()
    expect(findWishes("deu erro no forno 402").fault).toBeUndefined()
  })
})

describe("asked as OpenAI's responses", () => {
  const path = "/v1/responses"
  const weather = { type: "function", name: "clima", parameters: { type: "object", properties: { cidade: {} } } }

  test.each([
    ["words", { input: "Como se faz tapioca?", instructions: "Seja breve." }],
    [
      "parts of a message",
      { input: [{ role: "user", content: [{ type: "input_text", text: "Como se faz tapioca?" }] }] },
    ],
    ["thoughts", { input: "pense: quanto é 2 + 2?" }],
    ["a tool", { input: "use a ferramenta", tools: [weather] }],
    ["a search", { input: "pesquise tapioca", tools: [{ type: "web_search" }] }],
    ["no more than so many tokens", { input: "texto longo sobre tapioca", max_output_tokens: 40 }],
  ])("says the same in a stream and whole: %s", async (_, body) => {
    const call = { model: "gpt-4.1", ...body }
    const { pieces, waits } = await post({ ...call, stream: true }, path)
    const inStream = summarizeAnswer(readStream(responsesAdapter, pieces))
    const whole = summarizeAnswer(responsesAdapter.decodeReply(JSON.parse((await post(call, path)).text)))
    expect(inStream).toEqual(whole)
    expect(inStream).toMatchObject({ endings: 1, usage: { source: "provider" } })
    expect(waits.length).toBeGreaterThan(0)
  })

  test("answers what was asked, calls the tool that is offered and tells its search", async () => {
    const answer = async (body: object) =>
      summarizeAnswer(responsesAdapter.decodeReply(JSON.parse((await post({ model: "gpt-4.1", ...body }, path)).text)))
    expect((await answer({ input: "Como se faz tapioca?" })).text).toContain("Como se faz tapioca")
    expect(await answer({ input: "use a ferramenta", tools: [weather] })).toMatchObject({ finish: "tool-calls" })
    expect(await answer({ input: "pesquise tapioca", tools: [{ type: "web_search" }] })).toMatchObject({
      usage: { searchCalls: 1 },
    })
    expect(await answer({ input: "texto longo", max_output_tokens: 40 })).toMatchObject({ finish: "length" })
  })
})
