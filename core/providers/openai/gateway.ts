import type { ByHeaders } from "../authorization.ts"
import { api, type ProviderGateway } from "../provider-gateway.ts"
import { openAiAdapter } from "./adapter.ts"
import { openAiWire, pageWire } from "./chat-wire.ts"
import { imagesAdapter, imagesWire } from "./images.ts"
import { openAiOwnList } from "./model-list.ts"
import { responsesAdapter } from "./responses/adapter.ts"
import { responsesWire } from "./responses/chat-wire.ts"
import { speechWire } from "./speech.ts"

const authorization: ByHeaders = {
  by: "headers",
  headersOf: (key, organization) => ({
    authorization: `Bearer ${key}`,
    ...(organization !== undefined && { "openai-organization": organization }),
  }),
}

const besideChat = [
  api(responsesAdapter, responsesWire, { searches: true }),
  api(imagesAdapter, imagesWire),
  api(openAiAdapter, speechWire, { gives: "sound" }),
]

export const openAiGateway: ProviderGateway = {
  settings: { keys: ["OPENAI_API_KEY"], url: "BASE_URL", organization: "OPENAI_ORG_ID" },
  home: "https://api.openai.com",
  authorization,
  apis: [api(openAiAdapter, pageWire), ...besideChat],
  paths: ["/v1/chat/completions", "/v1/responses", "/v1/images/generations", "/v1/audio/speech"],
  // For SDKs, which take no chunk that they do not know.
  atRoot: { surface: "/v1", apis: [api(openAiAdapter, openAiWire), ...besideChat] },
  ownList: openAiOwnList,
  pricePackageName: "openai",
  refusesAsOpenAi: true,
}
