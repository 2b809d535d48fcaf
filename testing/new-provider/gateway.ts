import { byHeader } from "#core/providers/authorization.ts"
import { object } from "#core/providers/call-body.ts"
import { chatFields } from "#core/providers/openai/call-fields.ts"
import { cappedBody, likeOpenAi } from "#core/providers/openai/openai-compatible-api.ts"
import { listLikeOpenAi } from "#core/providers/openai/model-list.ts"
import { api, type ProviderGateway } from "#core/providers/provider-gateway.ts"
import { auroraAdapter } from "./adapter.ts"

const wire = likeOpenAi({
  path: "/v2/talk",
  body: object(chatFields, "refuse"),
  alwaysTellsUsage: false,
  write: cappedBody,
})

export const auroraGateway: ProviderGateway = {
  settings: { keys: ["AURORA_TOKEN"], url: "AURORA_URL" },
  home: "https://api.aurora.example",
  basePath: "/cloud",
  authorization: byHeader("x-aurora-token"),
  apis: [api(auroraAdapter, wire)],
  clientList: listLikeOpenAi("aurora"),
}
