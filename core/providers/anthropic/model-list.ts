import { objectOf } from "../../lib/fields.ts"
import type { ClientList } from "../provider-gateway.ts"
import { listedEfforts, listedId, listedTokens, listReader, type ProviderList } from "../provider-list.ts"

/** Anthropic's own list, which tells the efforts that a model accepts. */
export const ownList: ProviderList = {
  path: "/v1/models?limit=1000",
  headers: (version) => ({ "anthropic-version": version }),
  tellsPresence: true,
  read: listReader("data", ({ id, max_input_tokens, max_tokens, capabilities }) => {
    const name = listedId(id)
    if (name === undefined) return undefined
    const efforts = objectOf(objectOf(capabilities)?.["effort"])
    return {
      id: name,
      window: listedTokens(max_input_tokens),
      outputMost: listedTokens(max_tokens),
      efforts: listedEfforts((effort) => objectOf(efforts?.[effort])?.["supported"] === true),
    }
  }),
}

/** Our models, as Anthropic's clients read them. */
export const clientList: ClientList = {
  paths: ["/v1/models"],
  present: (models) => ({
    data: models.map(({ name, displayName }) => {
      return { type: "model", id: name, display_name: displayName, created_at: "1970-01-01T00:00:00Z" }
    }),
    has_more: false,
    first_id: models[0]?.name ?? null,
    last_id: models.at(-1)?.name ?? null,
  }),
}
