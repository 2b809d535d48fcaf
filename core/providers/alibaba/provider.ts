import type { ProviderManifest } from "../manifest.ts"

export const alibaba = {
  id: "alibaba",
  name: "Alibaba",
  ownFields: [
    { name: "alibabaUrl", kind: "url" },
    { name: "alibabaApiKey", kind: "key" },
  ],
} as const satisfies ProviderManifest
