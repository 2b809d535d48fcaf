import type { ProviderManifest } from "../manifest.ts"

export const google = {
  id: "google",
  name: "Google",
  ownFields: [
    { name: "googleUrl", kind: "url" },
    { name: "googleApiKey", kind: "key" },
    { name: "googleApiVersion", kind: "version", usual: "v1" },
    { name: "googleSafetySettings", kind: "safety", usual: "BLOCK_ONLY_HIGH" },
  ],
} as const satisfies ProviderManifest
