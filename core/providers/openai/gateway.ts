import type { ByHeaders } from "../authorization.ts"
import { api, type ProviderGateway } from "../provider-gateway.ts"
import { openAiAdapter } from "./adapter.ts"
import { openAiClientApi, pageClientApi } from "./client-api.ts"
import { imageEditsClientApi, imagesAdapter, imagesClientApi } from "./images.ts"
import { openAiOwnList } from "./model-list.ts"
import { responsesAdapter } from "./responses/adapter.ts"
import { responsesClientApi } from "./responses/client-api.ts"
import { speechClientApi } from "./speech.ts"
import { transcriptionAdapterFor, transcriptionClientApi } from "./transcription.ts"

const authorization: ByHeaders = {
  by: "headers",
  headersOf: (key, organization) => ({
    authorization: `Bearer ${key}`,
    ...(organization !== undefined && { "openai-organization": organization }),
  }),
}

const besideChat = [
  api(responsesAdapter, responsesClientApi, { searches: true }),
  api(imagesAdapter, imagesClientApi),
  api(imagesAdapter, imageEditsClientApi, { takesForms: "pictures" }),
  api(openAiAdapter, speechClientApi, { gives: "sound" }),
  api(openAiAdapter, transcriptionClientApi, { takesForms: "file", adapterFor: transcriptionAdapterFor }),
]

export const openAiGateway: ProviderGateway = {
  settings: { keys: ["OPENAI_API_KEY"], url: "BASE_URL", organization: "OPENAI_ORG_ID" },
  home: "https://api.openai.com",
  authorization,
  apis: [api(openAiAdapter, pageClientApi), ...besideChat],
  paths: [
    "/v1/chat/completions",
    "/v1/responses",
    "/v1/images/generations",
    "/v1/images/edits",
    "/v1/audio/speech",
    "/v1/audio/transcriptions",
  ],
  // For SDKs, which take no chunk that they do not know.
  atRoot: { surface: "/v1", apis: [api(openAiAdapter, openAiClientApi), ...besideChat] },
  ownList: openAiOwnList,
  pricePackageName: "openai",
  refusesAsOpenAi: true,
}
