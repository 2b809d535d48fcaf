import type { ProviderManifest } from "../manifest.ts"

export const stability = {
  id: "stability",
  name: "Stability",
  ownFields: [
    { name: "stabilityUrl", kind: "url" },
    { name: "stabilityApiKey", kind: "key" },
  ],
  picturesOnly: true,
  pictures: "form",
} as const satisfies ProviderManifest
