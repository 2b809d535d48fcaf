import { byBearer } from "../authorization.ts"
import { listLikeOpenAi } from "../openai/model-list.ts"
import { api, type ProviderGateway } from "../provider-gateway.ts"
import { listedId, listedTokens, listReader } from "../provider-list.ts"
import { moonshotAdapter } from "./adapter.ts"
import { moonshotClientApi } from "./client-api.ts"

export const moonshotGateway: ProviderGateway = {
  settings: { keys: ["MOONSHOT_API_KEY"], url: "MOONSHOT_URL" },
  home: "https://api.moonshot.ai",
  authorization: byBearer,
  apis: [api(moonshotAdapter, moonshotClientApi)],
  ownList: {
    path: "/v1/models",
    tellsPresence: true,
    read: listReader("data", (model) => {
      const id = listedId(model["id"])
      return id === undefined ? undefined : { id, window: listedTokens(model["context_length"]) }
    }),
  },
  clientList: listLikeOpenAi("moonshot"),
  pricePackageName: "moonshotai",
  modelsDevName: "moonshotai",
}
