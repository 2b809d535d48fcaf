import { byHeader } from "../authorization.ts"
import { imagesAdapter } from "../openai/images.ts"
import { listLikeOpenAi } from "../openai/model-list.ts"
import { api, type ProviderGateway } from "../provider-gateway.ts"
import { azureAdapter } from "./adapter.ts"
import { azureClientApi } from "./client-api.ts"
import { defaultVersion } from "./encode-request.ts"
import { azureImagesClientApi } from "./images.ts"

export const azureGateway: ProviderGateway = {
  settings: {
    keys: ["AZURE_API_KEY"],
    url: "AZURE_URL",
    version: { name: "AZURE_API_VERSION", usual: defaultVersion },
  },
  basePath: "/openai",
  withoutPath(address) {
    const deployments = address.search(/\/deployments(?:\/|$)/)
    return (deployments === -1 ? address : address.slice(0, deployments)).replace(/\/openai(\/v1)?$/, "")
  },
  authorization: byHeader("api-key"),
  apis: [api(azureAdapter, azureClientApi), api(imagesAdapter, azureImagesClientApi)],
  clientList: listLikeOpenAi("azure"),
  pricePackageName: "azure",
  takesGivenNames: true,
  refusesAsOpenAi: true,
}
