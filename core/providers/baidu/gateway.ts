import { api, type ProviderGateway } from "../provider-gateway.ts"
import { byAccessToken } from "./access-token.ts"
import { baiduAdapter } from "./adapter.ts"
import { baiduClientApi } from "./client-api.ts"

export const baiduGateway: ProviderGateway = {
  settings: { keys: ["BAIDU_API_KEY", "BAIDU_SECRET_KEY"], url: "BAIDU_URL" },
  home: "https://aip.baidubce.com",
  authorization: byAccessToken,
  apis: [api(baiduAdapter, baiduClientApi)],
}
