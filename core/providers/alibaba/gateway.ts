import { byBearer } from "../authorization.ts"
import { listLikeOpenAi } from "../openai/model-list.ts"
import { api, type ProviderGateway } from "../provider-gateway.ts"
import { alibabaAdapter } from "./adapter.ts"
import { alibabaClientApi } from "./client-api.ts"

export const alibabaGateway: ProviderGateway = {
  settings: { keys: ["ALIBABA_API_KEY"], url: "ALIBABA_URL" },
  home: "https://dashscope.aliyuncs.com",
  basePath: "/api",
  authorization: byBearer,
  clientHeaders: ["accept", "x-dashscope-sse"],
  apis: [api(alibabaAdapter, alibabaClientApi, { searches: true })],
  clientList: listLikeOpenAi("alibaba"),
}
