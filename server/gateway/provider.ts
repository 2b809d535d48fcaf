import type { Adapter } from "#core/providers/adapter.ts"
import { openAiAdapter } from "#core/providers/openai/adapter.ts"
import { capField } from "#core/providers/openai/cap-field.ts"
import type { Config } from "../config.ts"
import { createPretendUpstream } from "./pretend/pretend-upstream.ts"
import { createHttpUpstream, type Upstream, type UpstreamRequest } from "./upstream.ts"

/** What the gateway asks of a chat, with everything decided. */
export interface ProviderChat {
  readonly model: string
  readonly messages: readonly unknown[]
  readonly settings: Readonly<Record<string, unknown>>
  readonly stream: boolean
  /** Output cap in tokens. */
  readonly cap: number
}

/** A provider as the gateway knows it: how to ask, where to ask, how to read the answer. */
export interface ChatProvider {
  readonly adapter: Adapter<unknown>
  readonly upstream: Upstream
  /** What goes with a request and must never come back with an error. */
  readonly secrets: readonly string[]
  chatShape(chat: ProviderChat): UpstreamRequest
}

export interface Providers {
  /** The pretend model answers. */
  readonly pretend: boolean
  readonly openai: ChatProvider
  /** OpenAI with a user's own key; it never sees ours. */
  openaiWithKey(key: string): ChatProvider
}

export function createProviders(config: Config, clock: { now: () => number }): Providers {
  const { keys, baseUrl, organization } = config.openai
  const pretend = config.pretendModel === "on" || (config.pretendModel === "auto" && keys.length === 0)
  const http = createHttpUpstream(baseUrl)
  const openai = (upstream: Upstream, key: string | undefined): ChatProvider => ({
    adapter: openAiAdapter as Adapter<unknown>,
    upstream,
    secrets: [key, organization].filter((secret) => secret !== undefined),
    chatShape: (chat) => openAiShape(chat, key, organization),
  })
  return {
    pretend,
    openai: openai(pretend ? createPretendUpstream(clock) : http, keys[0]),
    openaiWithKey: (key) => openai(http, key),
  }
}

/** The caller's own body in OpenAI's shape, with the fields that are ours to decide. Usage is always asked for. */
function openAiShape(chat: ProviderChat, key: string | undefined, organization: string | undefined): UpstreamRequest {
  const body = {
    ...chat.settings,
    model: chat.model,
    messages: chat.messages,
    stream: chat.stream,
    ...(chat.stream ? { stream_options: { include_usage: true } } : {}),
    ...capField(chat.model, chat.cap),
  }
  return {
    path: "/v1/chat/completions",
    headers: {
      "content-type": "application/json",
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      ...(organization === undefined ? {} : { "openai-organization": organization }),
    },
    body: JSON.stringify(body),
  }
}
