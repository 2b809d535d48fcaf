import { byBearer } from "../authorization.ts"
import { listLikeOpenAi } from "../openai/model-list.ts"
import { api, type ProviderGateway } from "../provider-gateway.ts"
import { byteDanceAdapter } from "./adapter.ts"
import { byteDanceClientApi } from "./client-api.ts"

export const byteDanceGateway: ProviderGateway = {
  settings: { keys: ["BYTEDANCE_API_KEY"], url: "BYTEDANCE_URL" },
  home: "https://ark.cn-beijing.volces.com",
  authorization: byBearer,
  apis: [api(byteDanceAdapter, byteDanceClientApi)],
  clientList: listLikeOpenAi("bytedance"),
  modelsDevName: "volcengine",
  takesGivenNames: true,
}
