import { byBearer } from "../authorization.ts"
import { api, type ProviderGateway } from "../provider-gateway.ts"
import { stabilityAdapter } from "./adapter.ts"
import { stabilityClientApi } from "./picture-client-api.ts"

export const stabilityGateway: ProviderGateway = {
  settings: { keys: ["STABILITY_API_KEY"], url: "STABILITY_URL" },
  home: "https://api.stability.ai",
  authorization: byBearer,
  apis: [api(stabilityAdapter, stabilityClientApi, { takesForms: "texts" })],
}
