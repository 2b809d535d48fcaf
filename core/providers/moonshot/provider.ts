import type { ProviderManifest } from "../manifest.ts"

export const moonshot = {
  id: "moonshot",
  name: "Moonshot",
  ownFields: [
    { name: "moonshotUrl", kind: "url" },
    { name: "moonshotApiKey", kind: "key" },
  ],
} as const satisfies ProviderManifest
