import { openAiAdapter } from "#core/providers/openai/adapter.ts"
import type { Adapter } from "#core/providers/adapter.ts"
import type { ProviderId } from "#core/providers/registry.ts"

/** What speaks with a provider in its own words: OpenAI's is here, another's is fetched when somebody's own key first asks it. */
export async function loadAdapter(provider: ProviderId | undefined): Promise<Adapter<unknown>> {
  return (await load(provider)) as Adapter<unknown>
}

async function load(provider: ProviderId | undefined) {
  switch (provider) {
    case undefined:
    case "openai":
    // Stability makes pictures only; its models are in no list of chats.
    case "stability":
      return openAiAdapter
    case "azure":
      return (await import("#core/providers/azure/adapter.ts")).azureAdapter
    case "google":
      return (await import("#core/providers/google/adapter.ts")).googleAdapter
    case "anthropic":
      return (await import("#core/providers/anthropic/adapter.ts")).anthropicAdapter
    case "baidu":
      return (await import("#core/providers/baidu/adapter.ts")).baiduAdapter
    case "bytedance":
      return (await import("#core/providers/bytedance/adapter.ts")).byteDanceAdapter
    case "alibaba":
      return (await import("#core/providers/alibaba/adapter.ts")).alibabaAdapter
    case "tencent":
      return (await import("#core/providers/tencent/adapter.ts")).tencentAdapter
    case "moonshot":
      return (await import("#core/providers/moonshot/adapter.ts")).moonshotAdapter
    case "iflytek":
      return (await import("#core/providers/iflytek/adapter.ts")).iflytekAdapter
  }
}
