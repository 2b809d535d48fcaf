import { byHeader } from "../authorization.ts"
import { api, type ProviderGateway } from "../provider-gateway.ts"
import { anthropicAdapter } from "./adapter.ts"
import { anthropicClientApi } from "./client-api.ts"
import { defaultVersion } from "./encode-request.ts"
import { clientList, ownList } from "./model-list.ts"

export const anthropicGateway: ProviderGateway = {
  settings: {
    keys: ["ANTHROPIC_API_KEY"],
    url: "ANTHROPIC_URL",
    version: { name: "ANTHROPIC_API_VERSION", usual: defaultVersion },
  },
  home: "https://api.anthropic.com",
  authorization: byHeader("x-api-key"),
  clientHeaders: ["anthropic-version"],
  apis: [api(anthropicAdapter, anthropicClientApi, { searches: true })],
  ownList,
  clientList,
  pricePackageName: "anthropic",
  // 159 to 530 by model (Anthropic's table of the tool use system prompt), with some room for the models to come.
  toolTokens: 1_024,
}
