import type { Adapter } from "#core/providers/adapter.ts"
import { openAiAdapter } from "#core/providers/openai/adapter.ts"
import { capField } from "#core/providers/openai/cap-field.ts"
import type { Config } from "../config.ts"
import type { Log } from "../http/log.ts"
import type { Wait } from "../wait.ts"
import { createPretendUpstream } from "./pretend/pretend-upstream.ts"
import { loneKey, operatorKeys, type ProviderKeys } from "./provider-keys.ts"
import { createRetries, type Retries } from "./retries.ts"
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
  readonly keys: ProviderKeys
  readonly retries: Retries
  chatShape(chat: ProviderChat, key: string | undefined): UpstreamRequest
}

export interface Providers {
  /** The pretend model answers. */
  readonly pretend: boolean
  readonly openai: ChatProvider
  /** OpenAI with a user's own key; it never sees ours, nor our organization. */
  openaiWithKey(key: string): ChatProvider
}

export interface ProvidersOptions {
  readonly now: () => number
  /** In [0, 1). */
  readonly random: () => number
  readonly wait: Wait
  readonly log: Log
  /** Longest wait for a provider's next word, where that is to be shorter than usual; in ms. */
  readonly longestSilenceMs?: number | undefined
}

export function createProviders(config: Config, options: ProvidersOptions): Providers {
  const { keys, baseUrl, organization } = config.openai
  const pretend = config.pretendModel === "on" || (config.pretendModel === "auto" && keys.length === 0)
  const http = createHttpUpstream(baseUrl, options.longestSilenceMs)
  const retries = createRetries({ ...options, most: config.upstream.retries })
  const openai = (
    provider: Pick<ChatProvider, "upstream" | "keys" | "retries" | "secrets">,
    ourOrganization?: string,
  ): ChatProvider => ({
    adapter: openAiAdapter as Adapter<unknown>,
    ...provider,
    chatShape: (chat, key) => openAiShape(chat, key, ourOrganization),
  })
  const pretendModel = () =>
    openai({
      upstream: createPretendUpstream(options),
      keys: loneKey(undefined),
      // What it simulates is meant to be seen.
      retries: createRetries({ ...options, most: 0 }),
      secrets: [],
    })
  const ours = () =>
    openai(
      {
        upstream: http,
        keys: operatorKeys(keys, { ...options, provider: "openai", breaker: config.upstream.breaker }),
        retries,
        secrets: organization === undefined ? keys : [...keys, organization],
      },
      organization,
    )
  return {
    pretend,
    openai: pretend ? pretendModel() : ours(),
    openaiWithKey: (key) => openai({ upstream: http, keys: loneKey(key), retries, secrets: [key] }),
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
