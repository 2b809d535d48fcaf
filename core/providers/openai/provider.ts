import type { ProviderManifest } from "../manifest.ts"

export const openAi = {
  id: "openai",
  name: "OpenAI",
  ownFields: [
    { name: "openaiUrl", kind: "url" },
    { name: "openaiApiKey", kind: "key" },
  ],
  pictures: "images-api",
} as const satisfies ProviderManifest
