import { byHeader } from "../authorization.ts"
import { api, type ProviderGateway } from "../provider-gateway.ts"
import { googleAdapter } from "./adapter.ts"
import { googleClientApi } from "./client-api.ts"
import { clientList, ownList } from "./model-list.ts"
import { tokenCount } from "./token-count.ts"

export const googleGateway: ProviderGateway = {
  settings: { keys: ["GOOGLE_API_KEY"], url: "GOOGLE_URL" },
  home: "https://generativelanguage.googleapis.com",
  authorization: byHeader("x-goog-api-key"),
  readsDataOnly: (headers) => String(headers["x-goog-api-client"] ?? "").includes("google-genai-sdk"),
  apis: [api(googleAdapter, googleClientApi, { searches: true })],
  ownList,
  clientList,
  tokenCount,
  pricePackageName: "google",
}
