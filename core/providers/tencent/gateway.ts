import { wordsOfPair } from "../authorization.ts"
import { api, type ProviderGateway } from "../provider-gateway.ts"
import { tencentAdapter } from "./adapter.ts"
import { tencentClientApi } from "./client-api.ts"
import { signedHeadersFor } from "./sign.ts"

export const tencentGateway: ProviderGateway = {
  settings: { keys: ["TENCENT_SECRET_ID", "TENCENT_SECRET_KEY"], url: "TENCENT_URL" },
  home: "https://hunyuan.tencentcloudapi.com",
  authorization: {
    by: "signature",
    headersOf(request, key, hashing) {
      const [secretId, secretKey] = wordsOfPair(key)
      return signedHeadersFor(request, { secretId, secretKey }, hashing)
    },
  },
  clientHeaders: ["x-tc-action"],
  apis: [api(tencentAdapter, tencentClientApi)],
}
