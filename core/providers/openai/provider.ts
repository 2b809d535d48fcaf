import type { ProviderManifest } from "../manifest.ts"

export const openAi = {
  id: "openai",
  name: "OpenAI",
  ownFields: [
    { name: "openaiUrl", kind: "url" },
    { name: "openaiApiKey", kind: "key" },
  ],
} as const satisfies ProviderManifest
