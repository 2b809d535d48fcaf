import type { ProviderManifest } from "../manifest.ts"

export const anthropic = {
  id: "anthropic",
  name: "Anthropic",
  ownFields: [
    { name: "anthropicUrl", kind: "url" },
    { name: "anthropicApiKey", kind: "key" },
    { name: "anthropicApiVersion", kind: "version", usual: "2023-06-01" },
  ],
} as const satisfies ProviderManifest
