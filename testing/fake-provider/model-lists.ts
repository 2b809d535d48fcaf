import type { JsonObject } from "#core/lib/fields.ts"
import type { ProviderId } from "#core/providers/registry.ts"
import { jsonReply } from "./replies.ts"
import type { FakeReply } from "./reply.ts"
import type { ScriptedModel } from "./scripted-models.ts"

/** The source of a list. `all` includes retired models, which some providers go on listing. */
interface Listed {
  readonly all: readonly ScriptedModel[]
  readonly living: readonly ScriptedModel[]
  readonly now: number
}

const created = 1_700_000_000

/** The provider's own list of its models as `GET` asks for it; undefined where it has none, or none is known. */
export function modelList(provider: ProviderId, path: string, listed: Listed): FakeReply | undefined {
  const place = path.split("?")[0] ?? ""
  const one = /\/models\/([^/:]+)$/.exec(place)?.[1]
  if (!/\/models(\/[^/:]+)?$/.test(place)) return undefined
  const list = lists[provider]
  if (list === undefined) return undefined
  if (one === undefined) return jsonReply(200, list.whole(listed))
  const model = listed.living.find(({ id }) => id === decodeURIComponent(one))
  return model && jsonReply(200, list.item(model, listed))
}

interface List {
  whole(listed: Listed): JsonObject
  item(model: ScriptedModel, listed: Listed): JsonObject
}

const openAiList: List = {
  whole: (listed) => ({ object: "list", data: listed.living.map((model) => openAiList.item(model, listed)) }),
  item: ({ id, announced }) => ({
    id,
    object: "model",
    created,
    owned_by: "system",
    shutdown_date: announced ?? null,
  }),
}

const anthropicList: List = {
  whole(listed) {
    const data = listed.living.map((model) => anthropicList.item(model, listed))
    return { data, has_more: false, first_id: listed.living[0]?.id ?? null, last_id: listed.living.at(-1)?.id ?? null }
  },
  item({ id, window = 200_000, outputMost = 64_000, efforts = [], blind = false }) {
    const supported = (effort: string) => ({ supported: efforts.includes(effort) })
    const effort = {
      supported: efforts.length > 0,
      low: supported("low"),
      medium: supported("medium"),
      high: supported("high"),
      xhigh: supported("xhigh"),
      max: supported("max"),
    }
    const capabilities = { effort, image_input: { supported: !blind }, structured_outputs: { supported: true } }
    const limits = { max_input_tokens: window, max_tokens: outputMost }
    return { type: "model", id, display_name: id, created_at: "2026-01-01T00:00:00Z", ...limits, capabilities }
  },
}

const moonshotList: List = {
  whole: (listed) => ({ object: "list", data: listed.living.map((model) => moonshotList.item(model, listed)) }),
  item: ({ id, window = 262_144, blind = false }) => ({
    id,
    object: "model",
    created,
    owned_by: "moonshot",
    context_length: window,
    supports_image_in: !blind,
  }),
}

const googleList: List = {
  whole: (listed) => ({ models: listed.all.map((model) => googleList.item(model, listed)) }),
  item: ({ id, window = 1_048_576, outputMost = 65_536 }) => ({
    name: `models/${id}`,
    displayName: id,
    inputTokenLimit: window,
    outputTokenLimit: outputMost,
    supportedGenerationMethods: ["generateContent", "countTokens"],
  }),
}

const byteDanceList: List = {
  whole: (listed) => ({ object: "list", data: listed.all.map((model) => byteDanceList.item(model, listed)) }),
  item: ({ id, until = Infinity }, { now }) => ({
    id,
    name: id,
    object: "model",
    created,
    ...(until <= now ? { status: "Shutdown" } : {}),
  }),
}

const alibabaList: List = {
  whole(listed) {
    const models = listed.living.map((model) => alibabaList.item(model, listed))
    const output = { total: models.length, page_no: 1, page_size: 100, models }
    return { code: "", message: "", success: true, output }
  },
  item: ({ id, window = 131_072, outputMost = 8_192 }) => ({
    model: id,
    name: id,
    model_info: { context_window: window, max_input_tokens: window, max_output_tokens: outputMost },
  }),
}

const lists: Partial<Readonly<Record<ProviderId, List>>> = {
  openai: openAiList,
  anthropic: anthropicList,
  moonshot: moonshotList,
  google: googleList,
  bytedance: byteDanceList,
  alibaba: alibabaList,
}
