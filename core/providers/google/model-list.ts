import type { ClientList } from "../provider-gateway.ts"
import { listedId, listedTokens, listReader, type ProviderList } from "../provider-list.ts"

/** Google's own list. It holds models that are gone, and leaves out some that answer. */
export const ownList: ProviderList = {
  path: "/v1beta/models?pageSize=1000",
  tellsPresence: false,
  read: listReader("models", ({ name, inputTokenLimit, outputTokenLimit }) => {
    const id = listedId(name)?.replace(/^models\//, "")
    if (id === undefined) return undefined
    return { id, window: listedTokens(inputTokenLimit), outputMost: listedTokens(outputTokenLimit) }
  }),
}

/** Our models, as Google's clients read them. */
export const clientList: ClientList = {
  paths: ["/v1/models", "/v1beta/models"],
  present: (models) => ({
    models: models.map(({ name, displayName }) => ({
      name: `models/${name}`,
      displayName,
      supportedGenerationMethods: ["generateContent", "streamGenerateContent", "countTokens"],
    })),
  }),
}
