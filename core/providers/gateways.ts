import { alibabaGateway } from "./alibaba/gateway.ts"
import { anthropicGateway } from "./anthropic/gateway.ts"
import { azureGateway } from "./azure/gateway.ts"
import { baiduGateway } from "./baidu/gateway.ts"
import { byteDanceGateway } from "./bytedance/gateway.ts"
import { googleGateway } from "./google/gateway.ts"
import { iflytekGateway } from "./iflytek/gateway.ts"
import { moonshotGateway } from "./moonshot/gateway.ts"
import { openAiGateway } from "./openai/gateway.ts"
import type { ProviderGateway } from "./provider-gateway.ts"
import type { ProviderId } from "./registry.ts"
import { stabilityGateway } from "./stability/gateway.ts"
import { tencentGateway } from "./tencent/gateway.ts"

/**
 * The server's part of each provider, beside its manifest. The page must not import this: it contains every adapter.
 */
export const gatewayOf: Readonly<Record<ProviderId, ProviderGateway>> = {
  openai: openAiGateway,
  azure: azureGateway,
  google: googleGateway,
  anthropic: anthropicGateway,
  baidu: baiduGateway,
  bytedance: byteDanceGateway,
  alibaba: alibabaGateway,
  tencent: tencentGateway,
  moonshot: moonshotGateway,
  iflytek: iflytekGateway,
  stability: stabilityGateway,
}

/** The names of what an operator sets so that a provider's models can be used. */
export function keyNames(provider: ProviderId): string {
  const { home, settings } = gatewayOf[provider]
  return [...(home === undefined ? [settings.url] : []), ...settings.keys].join(", ")
}

/** The tokens that a provider adds to a prompt with `tools` tools of the caller's, besides their definitions. */
export function addedForTools(provider: ProviderId, tools: number): number {
  return tools > 0 ? (gatewayOf[provider].toolTokens ?? 0) : 0
}

/** The headers, beside `authorization`, into which the clients of some provider put their key. */
export const keyHeaders: readonly string[] = Object.values(gatewayOf).flatMap(({ authorization }) =>
  authorization.by === "headers" && authorization.keyHeader !== undefined ? [authorization.keyHeader] : [],
)
