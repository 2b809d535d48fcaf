import { byBearer } from "../authorization.ts"
import { api, type ProviderGateway } from "../provider-gateway.ts"
import { stabilityAdapter } from "./adapter.ts"
import { stabilityWire } from "./picture-wire.ts"

export const stabilityGateway: ProviderGateway = {
  settings: { keys: ["STABILITY_API_KEY"], url: "STABILITY_URL" },
  home: "https://api.stability.ai",
  authorization: byBearer,
  apis: [api(stabilityAdapter, stabilityWire, { takesForms: true })],
}
