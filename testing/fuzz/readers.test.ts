import { readFileSync } from "node:fs"
import fc from "fast-check"
import { afterEach, describe, expect, test } from "vitest"
import { readAccessLink } from "#core/access/access-link.ts"
import { readOwnAccess } from "#core/access/own-access.ts"
import { readPromptBackup } from "#core/prompts/prompt-backup.ts"
import type { ChatRequest } from "#core/gateway/chat-request.ts"
import { readImageCall } from "#core/imagegen/image-request.ts"
import { readDrawingOfNextChat } from "#core/imagegen/nextchat-drawing.ts"
import { decodeBalance, decodeMeta } from "#core/ledger/balance-wire.ts"
import { measurePrompt } from "#core/ledger/prompt-bound.ts"
import { decodeStatement } from "#core/ledger/statement-wire.ts"
import { readBuiltinMasks } from "#core/masks/builtin-masks.ts"
import { pastedPresets, readMaskFile } from "#core/masks/mask-file.ts"
import { readLinkPayload } from "#core/masks/mask-link.ts"
import { readPlugin } from "#core/plugins/plugin-collection.ts"
import { readPluginFile } from "#core/plugins/plugin-file.ts"
import { readPromptFile } from "#core/prompts/prompt-file.ts"
import type { Adapter } from "#core/providers/adapter.ts"
import { readToken } from "#core/providers/baidu/access-token.ts"
import type { ClientApi } from "#core/providers/client-api.ts"
import { parseJson } from "#core/lib/fields.ts"
import { decodeSubscription, decodeUsed } from "#core/providers/openai/billing.ts"
import { providerIds } from "#core/providers/registry.ts"
import { readAppConfig, readModelConfig } from "#core/settings/read-app-config.ts"
import { readSyncConfig } from "#core/settings/sync-config.ts"
import { readSpeechCall } from "#core/speech/speech-request.ts"
import { readImageEdit } from "#core/imagegen/image-edit.ts"
import { readTranscriptionCall } from "#core/speech/transcription-request.ts"
import { readDocument } from "#core/sync/read-document.ts"
import { decodeRecord } from "#core/sync/sync-record.ts"
import { readUpdateState } from "#core/update/update-state.ts"
import { readBody, readInvitation } from "#core/vault/batch-body.ts"
import { readHead } from "#core/vault/envelope.ts"
import { parseRequestMeta } from "../../server/gateway/admission/auxiliary-calls.ts"
import { parseCeilings } from "../../server/gateway/admission/ceilings.ts"
import { chatApis } from "../../server/gateway/apis/api-prefixes.ts"
import { parseImportedFile } from "../../server/gateway/models/import-files.ts"
import { parseModelFile, parseRowFields, shippedModelFile } from "../../server/gateway/models/model-file.ts"
import { readModelsDev } from "../../server/gateway/models/models-dev.ts"
import { readProviderList } from "../../server/gateway/models/provider-lists.ts"
import { parsePretendRequest } from "../../server/gateway/pretend/pretend-request.ts"
import { parseResponsesRequest } from "../../server/gateway/pretend/pretend-responses.ts"
import { readStream } from "../read-stream.ts"
import { summarizeAnswer } from "../summarize-answer.ts"
import { expectUntouchedPrototypes, fuzzRuns, fuzzTimeout, readSafely } from "./fuzz-run.ts"
import { mutated, oddJson } from "./odd-json.ts"

const timeout = fuzzTimeout

afterEach(expectUntouchedPrototypes)

/** A request with a bit of everything, from which each provider's own adapter makes a good body. */
const request: ChatRequest = {
  messages: [
    { role: "system", content: "Responda." },
    {
      role: "user",
      content: [
        { type: "text", text: "O que é?" },
        { type: "image_url", image_url: { url: "data:image/png;base64,AAAA" } },
      ],
    },
    { role: "assistant", content: "", tool_calls: [{ id: "c1", name: "soma", arguments: '{"a":1}' }] },
    { role: "tool", content: '{"total":3}', tool_call_id: "c1" },
    { role: "user", content: "E isto?" },
  ],
  config: {
    model: "gpt-4.1",
    providerName: "OpenAI",
    stream: true,
    max_tokens: 900,
    temperature: 0.5,
    top_p: 1,
    presence_penalty: 0,
    frequency_penalty: 0,
  } as unknown as ChatRequest["config"],
  tools: [
    { name: "soma", description: "Soma.", parameters: { type: "object", properties: { a: { type: "number" } } } },
  ],
}

const apis = Object.entries(chatApis).flatMap(([provider, own]) =>
  (own ?? []).map((api, at) => [`${provider}, API ${at + 1}`, api] as const),
)

const wireNames = [
  "model",
  "messages",
  "contents",
  "input",
  "tools",
  "content",
  "role",
  "parts",
  "type",
  "text",
  "stream",
]

describe.each(apis)("the wire of %s", (_, { adapter, clientApi, takesForms }) => {
  const { path, good } = goodCall(adapter, clientApi)
  test("refuses or takes any body, and what it takes can be counted and written on", { timeout }, () => {
    const body = fc.oneof(oddJson(wireNames), mutated(good))
    fc.assert(
      fc.property(body, (json) => {
        const given =
          takesForms !== undefined
            ? Object.entries(Object(json) as object).map(([name, value]) => [name, textOf(value)])
            : json
        const read = readSafely("read", () => clientApi.read({ path, query: {} }, given))
        if (!read.ok) return
        const call = read.value
        readSafely("measurePrompt", () => measurePrompt(call.messages, call.counted))
        readSafely("write", () => JSON.stringify(clientApi.write(call, { model: call.model, cap: 900 }).body))
      }),
      fuzzRuns(150),
    )
  })
})

/** A body that the wire takes, made by the adapter that speaks to it. */
function goodCall(adapter: Adapter<unknown>, clientApi: ClientApi): { readonly path: string; readonly good: unknown } {
  const { path: whole, body = "{}" } = adapter.encodeChat(request, { apiKey: "k", secretKey: "s", deployment: "d" })
  const path = (whole.split("?")[0] ?? whole).replace(/^\/(?:openai|api)(?=\/)/, "")
  const known = [
    "/v1/images/generations",
    "/v1/images/edits",
    "/v1/audio/speech",
    "/deployments/d/images/generations",
    "/v2beta/stable-image/generate/core",
  ]
  const called = [path, whole, ...known].find((one) => clientApi.isCall(one)) ?? path
  const media = { model: "dall-e-3", prompt: "um gato", input: "Olá", voice: "alloy", size: "1024x1024" }
  return { path: called, good: known.includes(called) ? media : parseJson(body) }
}

const answerNames =
  "choices delta message content tool_calls function name arguments index id error code status param candidates parts functionCall partialArgs jsonPath groundingMetadata groundingChunks groundingSupports response item output annotations url_citation search_info search_results result Response Choices Delta ToolCalls type text usage _meta data".split(
    " ",
  )

describe.each(apis)("the adapter of %s", (_, { adapter }) => {
  test("ends once whatever it is told, and never throws", { timeout }, () => {
    fc.assert(
      fc.property(oddJson(answerNames), fc.integer({ min: 400, max: 599 }), (json, status) => {
        const body = textOf(json)
        readSafely("failure", () => adapter.decodeFailure(status, body))
        expect(summarizeAnswer(readSafely("reply", () => adapter.decodeReply(json))).endings).toBe(1)
        const stream = new TextEncoder().encode(`data: ${body}\n\ndata: ${body}\n\nevent: error\ndata: ${body}\n\n`)
        expect(summarizeAnswer(readSafely("stream", () => readStream(adapter, [stream]))).endings).toBe(1)
      }),
      fuzzRuns(60),
    )
  })

  test.each(longAnswers())("takes an answer of twenty thousand %s in its stride", { timeout }, (_name, events) => {
    const stream = events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join("")
    readSafely("stream", () => readStream(adapter, [new TextEncoder().encode(stream)]))
    for (const event of events.slice(0, 1)) readSafely("reply", () => adapter.decodeReply(event))
  })
})

/** Lists of a stranger's length, in one event. */
function longAnswers(): readonly (readonly [string, readonly unknown[]])[] {
  const many = <Value>(make: (at: number) => Value) => Array.from({ length: 20_000 }, (_, at) => make(at))
  const calls = (at: number) => ({ index: at, id: `c${at}`, function: { name: "f", arguments: "{}" } })
  const text = "é".repeat(100_000)
  return [
    ["calls", [{ choices: [{ index: 0, delta: { tool_calls: many(calls) }, message: { tool_calls: many(calls) } }] }]],
    ["calls of DashScope", [{ output: { choices: [{ message: { tool_calls: many(calls) } }] } }]],
    ["sources of DashScope", [{ output: { search_info: { search_results: many((at) => ({ index: at })) } } }]],
    ["blocks", [{ type: "message_start", message: { content: many((at) => ({ type: "tool_use", id: `b${at}` })) } }]],
    [
      "citations of a block",
      [
        {
          type: "message_start",
          message: { content: [{ type: "text", citations: many((at) => ({ url: `https://a.example/${at}` })) }] },
        },
      ],
    ],
    [
      "supports of a long text",
      [
        {
          candidates: [
            {
              content: { parts: [{ text }] },
              groundingMetadata: {
                groundingChunks: many((at) => ({ web: { uri: `https://a.example/${at}` } })),
                groundingSupports: many((at) => ({ segment: { endIndex: at }, groundingChunkIndices: [at] })),
                webSearchQueries: many((at) => `q${at}`),
              },
            },
          ],
        },
      ],
    ],
    [
      "pieces of a call",
      [
        {
          candidates: [
            {
              content: {
                parts: [
                  {
                    functionCall: {
                      name: "f",
                      partialArgs: many((at) => ({ jsonPath: `$.a${at}`, stringValue: "x" })),
                    },
                  },
                ],
              },
            },
          ],
        },
      ],
    ],
    [
      "items",
      [
        {
          type: "response.completed",
          response: { output: many((at) => ({ type: "function_call", id: `i${at}`, call_id: `c${at}`, name: "f" })) },
        },
      ],
    ],
    ["searches", [{ output: many((at) => ({ type: "web_search_call", id: `s${at}`, status: "completed" })) }]],
  ]
}

const importing = { existing: [], now: 1, newId: () => "id" }
const habits = { isDayFirst: true, epochOf: Date.UTC, parseIso: Date.parse }
const asField = ([name, value]: [string, unknown]): [string, string] => [name, textOf(value)]
/** Behind the names that a synchronised file has. */
const nested = (text: string) =>
  `{"chat-next-web-store":{"sessions":[${text}]},"mask-store":{"masks":${text}},"prompt-store":{"prompts":${text}},"app-config":${text}}`

const readers: Readonly<Record<string, (json: unknown, text: string) => unknown>> = {
  "settings of the page": readAppConfig,
  "settings of a model": readModelConfig,
  "settings of the sync": readSyncConfig,
  "own keys": (json) => readOwnAccess(json),
  prompts: (json) => readPromptBackup(json, 3, () => "id"),
  "the state of updates": readUpdateState,
  "a balance": decodeBalance,
  "a balance after an answer": decodeMeta,
  "a statement": decodeStatement,
  "a picture's call": readImageCall,
  "a drawing of another app": readDrawingOfNextChat,
  "the masks that come along": readBuiltinMasks,
  "a file of masks": (_, text) => readMaskFile(text, importing),
  "a mask in a link": (_, text) => readLinkPayload(text, importing),
  "pasted messages": (_, text) => pastedPresets(text, importing.newId),
  "a file of prompts": (_, text) => readPromptFile(text, importing),
  "a plugin": readPlugin,
  "a plugin's file": (_, text) => readPluginFile(text.replace("{", '{"content":"",')),
  "a recording's call": (json) => readTranscriptionCall(Object.entries(Object(json) as object).map(asField)),
  "an edit of a picture": (json) => readImageEdit(Object.entries(Object(json) as object).map(asField)),
  "a synchronised file": (_, text) => [readDocument(text, habits), readDocument(nested(text), habits)],
  "a synchronised record": decodeRecord,
  "a batch of a vault": (_, text) => readBody(text.replace("{", `{"v":1,"device":"${"A".repeat(22)}",`)),
  "an invitation to a vault": (_, text) => readInvitation(text),
  "the head of a batch": (_, text) => readHead(Buffer.from(text)),
  "a call for speech": readSpeechCall,
  "the list of each provider": (json) => providerIds.map((provider) => readProviderList(provider, json)),
  "a bill": (_, text) => [decodeUsed(200, text), decodeSubscription(200, text)],
  "a token of Baidu": (_, text) => readToken(200, text, 0),
  "a link": (_, text) => readAccessLink({ settings: text } as unknown as Parameters<typeof readAccessLink>[0]),
  "the file of models": parseModelFile,
  "the fields of a model": parseRowFields,
  "an operator's models": (_, text) => parseImportedFile("models.json", text),
  "an operator's prices": (_, text) => parseImportedFile("prices.json", text),
  "the list of models.dev": (_, text) => readModelsDev(text, () => true as never),
  "a question to the pretend model": (_, text) => [parsePretendRequest(text), parseResponsesRequest(text)],
  "what a caller says of a request": (_, text) => parseRequestMeta(text),
  "what a caller is willing to spend": (_, text) => parseCeilings({ "x-max-cost": text, "x-max-cost-day": text }),
}

const storedNames =
  "state version models masks context name device records messages mask topic plugin sync kind born provider model name price prices aliases modelConfig submitKey theme id title content createdAt saldo saldo_premium entries settings".split(
    " ",
  )
const shipped: unknown = JSON.parse(readFileSync(shippedModelFile, "utf8"))
const rows = (shipped as { readonly models: readonly unknown[] }).models.slice(0, 3)

test.each(Object.entries(readers))("the reader of %s takes anything without a throw", { timeout }, (name, read) => {
  const good = fc.constantFrom(
    { models: rows, aliases: { a: "b" } },
    { data: [{ id: "gpt-4.1" }] },
    { state: {}, version: 2 },
  )
  const json = fc.oneof(oddJson(storedNames), good.chain(mutated))
  fc.assert(
    fc.property(json, (value) => {
      readSafely(name, () => read(value, textOf(value)))
    }),
    fuzzRuns(100),
  )
})

/** As JSON where the writer can; it cannot write what is nested too deep. */
function textOf(json: unknown): string {
  try {
    return JSON.stringify(json) ?? "undefined"
  } catch {
    return "[".repeat(10_000) + "]".repeat(10_000)
  }
}
