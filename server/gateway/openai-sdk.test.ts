import OpenAI, { APIError } from "openai"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { cutAfter, errorEventAfter, stallAfter } from "../../testing/fake-provider/faults.ts"
import { answerReply, errorReply, fileReply, textReply } from "../../testing/fake-provider/replies.ts"
import { recordings } from "../../testing/recordings.ts"
import { fixture } from "../../testing/wire-file.ts"
import type { Meta, TestCode, TestGateway } from "../../testing/gateway.ts"
import { settledRun, startGateway } from "../../testing/gateway.ts"

const hello = [{ role: "user", content: "Oi, tudo bem?" }] as const
const text = "Tudo ótimo! E com você?"
const weather: OpenAI.ChatCompletionTool = {
  type: "function",
  function: {
    name: "tempo",
    description: "O tempo numa cidade",
    parameters: { type: "object", properties: { cidade: { type: "string" } }, required: ["cidade"] },
  },
}
/** The smallest PNG there is. */
const picture =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="

describe.each(["a provider", "the pretend model"] as const)(
  "the official client, with %s behind the gateway,",
  (kind) => {
    let gateway: TestGateway
    let code: TestCode
    let client: OpenAI
    beforeAll(async () => {
      gateway = await startGateway({ pretend: kind === "the pretend model" })
      code = await gateway.code("premium", 100)
      client = clientOf(code.code)
    })
    afterAll(() => gateway.stop())

    const clientOf = (apiKey: string) => new OpenAI({ apiKey, baseURL: `${gateway.url}/v1`, maxRetries: 0 })
    const fake = kind === "a provider"
    /** The pretend model takes its time, as real ones do: a few tokens of it are enough. */
    const brief = fake ? {} : { max_tokens: 12 }
    const finished = fake ? "stop" : "length"

    test("gets a whole answer with its usage, and its price beside", async () => {
      gateway.script(textReply(text))
      const before = await gateway.balance(code)
      const reply = await client.chat.completions.create({ model: "gpt-4.1", messages: [...hello], ...brief })
      expect(reply.object).toBe("chat.completion")
      expect(reply.choices[0]!.message.content).not.toBe("")
      if (fake) expect(reply.choices[0]!.message.content).toBe(text)
      expect(reply.choices[0]!.finish_reason).toBe(finished)
      expect(reply.usage!.total_tokens).toBe(reply.usage!.prompt_tokens + reply.usage!.completion_tokens)
      const { cost } = metaOf(reply)!
      expect(Math.round(cost * 1e6)).toBe(before.posted - (await gateway.balance(code)).posted)
    })

    test("streams an answer; ids, the price and the run disturb nothing", async () => {
      gateway.script(textReply(text, { chunks: 10 }))
      const { data: stream, response } = await client.chat.completions
        .create({ model: "gpt-4.1", messages: [...hello], stream: true, ...brief })
        .withResponse()
      let heard = ""
      let finish: string | null = null
      for await (const chunk of stream) {
        expect(chunk.object).toBe("chat.completion.chunk")
        expect(chunk.usage ?? null).toBeNull()
        expect(chunk.choices).toHaveLength(1)
        heard += chunk.choices[0]!.delta.content ?? ""
        finish = chunk.choices[0]!.finish_reason ?? finish
      }
      expect(heard).not.toBe("")
      if (fake) expect(heard).toBe(text)
      expect(finish).toBe(finished)
      const run = await settledRun(gateway, code, response.headers.get("x-run-id")!)
      expect(run).toMatchObject({
        state: "done",
        cost: expect.any(Number),
        _meta: { updatedBalance: expect.any(Number) },
      })
    })

    test("gets usage in its stream when it asks, with the balance inside", async () => {
      gateway.script(textReply(text))
      const stream = await client.chat.completions.create({
        model: "gpt-4.1",
        messages: [...hello],
        stream: true,
        stream_options: { include_usage: true },
        ...brief,
      })
      const chunks: OpenAI.ChatCompletionChunk[] = []
      for await (const chunk of stream) chunks.push(chunk)
      const withUsage = chunks.filter((chunk) => chunk.usage)
      expect(withUsage).toEqual([chunks.at(-1)])
      expect(withUsage[0]!.choices).toEqual([])
      expect(withUsage[0]!.usage!.completion_tokens).toBeGreaterThan(0)
      const meta = metaOf(withUsage[0]!)!
      expect(Math.round(meta.updatedBalance * 1e6)).toBe((await gateway.balance(code)).available)
    })

    test("collects a stream by its own helper to the same answer as a whole reply", async () => {
      gateway.script(textReply(text))
      const stream = client.chat.completions.stream({ model: "gpt-4.1", messages: [...hello], ...brief })
      const final = await stream.finalChatCompletion()
      expect(final.choices[0]!.message.content).not.toBe("")
      expect(final.choices[0]!.finish_reason).toBe(finished)
    })

    test("aborts, and the run is stopped and settled", async () => {
      gateway.script(stallAfter(textReply("palavra ".repeat(200), { chunks: 50 }), 8_000))
      const content = "Conte uma história longa."
      const { data: stream, response } = await client.chat.completions
        .create({ model: "gpt-4.1", messages: [{ role: "user", content }], stream: true })
        .withResponse()
      let chunks = 0
      for await (const chunk of stream) {
        expect(chunk.choices).toHaveLength(1)
        if (++chunks === 3) stream.controller.abort()
      }
      expect(await settledRun(gateway, code, response.headers.get("x-run-id")!)).toMatchObject({ state: "stopped" })
      expect(await gateway.balance(code)).toMatchObject({ held: 0 })
    })

    test("calls a tool, whole and streamed, and takes its result back", async () => {
      const call = { id: "call_1", name: "tempo", arguments: '{"cidade":"Recife"}' }
      const asks = answerReply([
        { type: "tool-call", index: 0, call },
        { type: "finish", reason: "tool-calls" },
      ])
      const requests = gateway.script([asks, asks, textReply("Faz 29 graus no Recife.")])
      // The word on which the pretend model uses a tool.
      const question: OpenAI.ChatCompletionMessageParam = {
        role: "user",
        content: "Use a ferramenta do tempo no Recife.",
      }
      const ask = { model: "gpt-4.1", messages: [question], tools: [weather], tool_choice: "auto" as const }

      const streamed = await client.chat.completions.stream(ask).finalChatCompletion()
      const whole = await client.chat.completions.create(ask)
      for (const reply of [streamed, whole]) {
        expect(reply.choices[0]!.finish_reason).toBe("tool_calls")
        const tool = reply.choices[0]!.message.tool_calls![0]!
        expect(tool).toMatchObject({ type: "function", function: { name: "tempo" } })
        if (fake) expect(tool).toMatchObject({ id: "call_1", function: { arguments: '{"cidade":"Recife"}' } })
      }
      const { message } = whole.choices[0]!
      const result = { role: "tool" as const, tool_call_id: message.tool_calls![0]!.id, content: '{"graus":29}' }
      const answer = await client.chat.completions.create({ ...ask, messages: [question, message, result], ...brief })
      expect(answer.choices[0]!.message.content).not.toBe("")
      if (!fake) return
      expect(answer.choices[0]!.message.content).toBe("Faz 29 graus no Recife.")
      expect(requests()[0]!.json["tools"]).toEqual([weather])
      expect(requests()[2]!.json["messages"]).toMatchObject([
        question,
        { role: "assistant", tool_calls: [{ id: "call_1" }] },
        result,
      ])
    })

    test("sends a picture", async () => {
      const requests = gateway.script(textReply("Um ponto."))
      const content: OpenAI.ChatCompletionContentPart[] = [
        { type: "text", text: "O que é isto?" },
        { type: "image_url", image_url: { url: picture, detail: "low" } },
      ]
      const reply = await client.chat.completions.create({
        model: "gpt-4o",
        messages: [{ role: "user", content }],
        ...brief,
      })
      expect(reply.choices[0]!.message.content).not.toBe("")
      if (fake) expect(requests()[0]!.json["messages"]).toEqual([{ role: "user", content }])
    })

    test("lists the models", async () => {
      const models = await client.models.list()
      expect(models.data.map((model) => model.id)).toContain("gpt-5")
      expect(await client.models.retrieve("gpt-5")).toMatchObject({ id: "gpt-5", object: "model" })
      await expect(client.models.retrieve("gpt-99")).rejects.toMatchObject({ status: 404, code: "model_not_found" })
    })

    describe("is told by a typed error with a message and a word", () => {
      const ask = (with1: OpenAI, body: object = {}) =>
        with1.chat.completions.create({ model: "gpt-4.1", messages: [...hello], ...body })

      test("a wrong code", async () => {
        const error = await failureOf(ask(clientOf("prosa_00000000000000000000000000")))
        expect(error).toBeInstanceOf(OpenAI.AuthenticationError)
        expect(error).toMatchObject({ status: 401, code: "unauthorized" })
      })

      test("no balance", async () => {
        const error = await failureOf(ask(clientOf((await gateway.code("premium")).code)))
        expect(error).toMatchObject({ status: 402, code: "balance_insufficient", type: "insufficient_quota" })
      })

      test("a model that is not there: 404 to who pays, 403 to who may use one only", async () => {
        const missing = await failureOf(ask(client, { model: "gpt-99" }))
        expect(missing).toBeInstanceOf(OpenAI.NotFoundError)
        expect(missing).toMatchObject({ code: "model_not_found", param: "model" })
        const free = await failureOf(ask(clientOf((await gateway.code("free")).code), { model: "gpt-99" }))
        expect(free).toBeInstanceOf(OpenAI.PermissionDeniedError)
        expect(free).toMatchObject({ code: "model_not_allowed" })
      })

      test.each([
        ["gpt-4o", "a".repeat(1_000_000)],
        ["gpt-4o-mini", "palavras e mais ".repeat(62_500)],
        ["o3", "ã".repeat(1_000_000)],
        ["gpt-5", "😀".repeat(500_000)],
      ])("1 MB of message, %s", async (model, content) => {
        const error = await failureOf(ask(client, { model, messages: [{ role: "user", content }] }))
        expect(error).toBeInstanceOf(OpenAI.BadRequestError)
        expect(error).toMatchObject({ code: "context_length_exceeded" })
      })

      test("malformed JSON, and a wrong value", async () => {
        const malformed = await failureOf(
          client.post("/chat/completions", {
            body: Buffer.from('{"model":'),
            headers: { "content-type": "application/json" },
          }),
        )
        expect(malformed).toBeInstanceOf(OpenAI.BadRequestError)
        expect(malformed).toMatchObject({ code: "invalid_request" })
        const wrong = await failureOf(ask(client, { n: 3 }))
        expect(wrong).toBeInstanceOf(OpenAI.BadRequestError)
        expect(wrong).toMatchObject({ param: "n" })
      })
    })
  },
)

test("a provider's trouble, before and inside a stream, is a typed error of the official client", async () => {
  const gateway = await startGateway()
  const { code } = await gateway.code("premium", 10)
  const client = new OpenAI({ apiKey: code, baseURL: `${gateway.url}/v1`, maxRetries: 0 })
  const ask = (stream = false) => client.chat.completions.create({ model: "gpt-4.1", messages: [...hello], stream })
  gateway.script(errorReply(429, "slow down", { code: "rate_limit_exceeded" }))
  expect(await failureOf(ask())).toBeInstanceOf(OpenAI.RateLimitError)
  gateway.script(errorReply(500, "boom"))
  expect(await failureOf(ask(true))).toBeInstanceOf(OpenAI.InternalServerError)
  gateway.script(errorReply(403, "not with this key"))
  expect(await failureOf(ask())).toMatchObject({ status: 502 })
  for (const fault of [
    cutAfter(textReply(text.repeat(50), { chunks: 50 }), 5_000),
    errorEventAfter(textReply(text.repeat(50), { chunks: 50 }), 5_000, "broken"),
  ]) {
    gateway.script(fault)
    const stream = await client.chat.completions.create({ model: "gpt-4.1", messages: [...hello], stream: true })
    let heard = ""
    const read = async () => {
      for await (const chunk of stream) heard += chunk.choices[0]?.delta.content ?? ""
    }
    expect(await failureOf(read())).toBeInstanceOf(APIError)
    expect(heard).toContain("Tudo")
  }
  await gateway.stop()
})

const answers = [
  ...["openai/chat-text.sse", "openai/chat-two-tools.sse", "azure/chat-cached-exceeds-prompt.sse"].map(fixture),
  ...recordings("openai/chat-text.chunks.txt", "openai/chat-two-tools.sse", "azure/chat-cached-exceeds-prompt.sse"),
]

test.each(answers)("what a provider says comes through the official client as it went in: $name", async (file) => {
  const gateway = await startGateway()
  const { code } = await gateway.code("premium", 10)
  gateway.script(fileReply(file))
  const heard = (baseURL: string) =>
    new OpenAI({ apiKey: code, baseURL, maxRetries: 0 }).chat.completions
      .stream({ model: "gpt-4.1", messages: [...hello], stream_options: { include_usage: true } })
      .finalChatCompletion()
  const through = await heard(`${gateway.url}/v1`)
  const straight = await heard(`${gateway.provider.url}/v1`)
  expect(through.choices).toEqual(straight.choices)
  expect(through.usage).toEqual(straight.usage)
  await gateway.stop()
})

async function failureOf(call: Promise<unknown>): Promise<APIError> {
  const failure: unknown = await call.then(
    () => undefined,
    (error: unknown) => error,
  )
  if (!(failure instanceof APIError)) throw new Error(`not an APIError: ${String(failure)}`)
  expect(failure.message).toMatch(/\w/)
  return failure
}

function metaOf(reply: object): Meta | undefined {
  return "_meta" in reply ? (reply._meta as Meta) : undefined
}
