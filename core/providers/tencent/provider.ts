import type { ProviderManifest } from "../manifest.ts"

export const tencent = {
  id: "tencent",
  name: "Tencent",
  ownFields: [
    { name: "tencentSecretId", kind: "key", title: "Secret ID" },
    { name: "tencentSecretKey", kind: "secret", title: "Secret Key" },
  ],
} as const satisfies ProviderManifest
