import type { ProviderManifest } from "#core/providers/manifest.ts"

/** A provider that does not exist, as somebody would add one: what page and server know of it. */
export const aurora = {
  id: "aurora",
  name: "Aurora",
  ownFields: [
    { name: "auroraUrl", kind: "url" },
    { name: "auroraToken", kind: "key", title: "Aurora Token" },
  ],
} as const satisfies ProviderManifest
