import type { Adapter } from "./adapter.ts"
import { openAiAdapter } from "./openai/adapter.ts"
import type { ProviderId } from "./registry.ts"

/**
 * Where a provider's adapter is fetched from, for the page. It is not named in the manifest because the page reads every
 * manifest before its first paint.
 */
const loaders: Readonly<Record<ProviderId, () => Promise<Adapter<unknown>>>> = {
  openai: async () => openAiAdapter,
  azure: async () => (await import("./azure/adapter.ts")).azureAdapter,
  google: async () => (await import("./google/adapter.ts")).googleAdapter,
  anthropic: async () => (await import("./anthropic/adapter.ts")).anthropicAdapter,
  baidu: async () => (await import("./baidu/adapter.ts")).baiduAdapter,
  bytedance: async () => (await import("./bytedance/adapter.ts")).byteDanceAdapter,
  alibaba: async () => (await import("./alibaba/adapter.ts")).alibabaAdapter,
  tencent: async () => (await import("./tencent/adapter.ts")).tencentAdapter,
  moonshot: async () => (await import("./moonshot/adapter.ts")).moonshotAdapter,
  iflytek: async () => (await import("./iflytek/adapter.ts")).iflytekAdapter,
  // It makes pictures only; whatever else is asked of it is refused in the words of our own gateway.
  stability: async () => openAiAdapter,
}

/** Loads the adapter of a provider, when a user's own key first calls it. Undefined: our own gateway's. */
export async function loadAdapter(provider: ProviderId | undefined): Promise<Adapter<unknown>> {
  return provider === undefined ? openAiAdapter : loaders[provider]()
}
