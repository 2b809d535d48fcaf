import type { ProviderManifest } from "../manifest.ts"

export const azure = {
  id: "azure",
  name: "Azure",
  ownFields: [
    { name: "azureUrl", kind: "url", required: true, hint: "ownAzureUrlHint" },
    { name: "azureApiKey", kind: "key" },
    { name: "azureApiVersion", kind: "version", required: true, usual: "2023-08-01-preview" },
  ],
  hasDeployments: true,
  incomplete: "azure-incomplete",
} as const satisfies ProviderManifest
