import { byBearer } from "../authorization.ts"
import { listLikeOpenAi } from "../openai/model-list.ts"
import { api, type ProviderGateway } from "../provider-gateway.ts"
import { iflytekAdapter } from "./adapter.ts"
import { iflytekClientApi } from "./client-api.ts"

export const iflytekGateway: ProviderGateway = {
  settings: { keys: ["IFLYTEK_API_KEY", "IFLYTEK_API_SECRET"], url: "IFLYTEK_URL" },
  home: "https://spark-api-open.xf-yun.com",
  // The pair, as it is.
  authorization: byBearer,
  apis: [api(iflytekAdapter, iflytekClientApi)],
  clientList: listLikeOpenAi("iflytek"),
}
