import type { ProviderManifest } from "../manifest.ts"

/** Baidu's address cannot be changed: its tokens are fetched there, too. */
export const baidu = {
  id: "baidu",
  name: "Baidu",
  ownFields: [
    { name: "baiduApiKey", kind: "key" },
    { name: "baiduSecretKey", kind: "secret" },
  ],
} as const satisfies ProviderManifest
