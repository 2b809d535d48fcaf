import type { ProviderManifest } from "../manifest.ts"

export const byteDance = {
  id: "bytedance",
  name: "ByteDance",
  ownFields: [
    { name: "bytedanceUrl", kind: "url" },
    { name: "bytedanceApiKey", kind: "key" },
  ],
} as const satisfies ProviderManifest
