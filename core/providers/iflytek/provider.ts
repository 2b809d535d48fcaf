import type { ProviderManifest } from "../manifest.ts"

export const iflytek = {
  id: "iflytek",
  name: "Iflytek",
  ownFields: [
    { name: "iflytekApiKey", kind: "key" },
    { name: "iflytekApiSecret", kind: "secret", title: "API Secret" },
  ],
} as const satisfies ProviderManifest
