import type { JsonObject } from "../../lib/fields.ts"
import type { ClientList } from "../provider-gateway.ts"
import { listedDay, listedId, listReader, type ProviderList } from "../provider-list.ts"

export const modelsPath = "/v1/models"

/** OpenAI's own list, which announces the ends of its models. */
export const openAiOwnList: ProviderList = {
  path: modelsPath,
  tellsPresence: true,
  read: listReader("data", ({ id, shutdown_date }) => {
    const name = listedId(id)
    return name === undefined ? undefined : { id: name, off: listedDay(shutdown_date) }
  }),
}

/** Our models of a provider whose clients read OpenAI's list. */
export function listLikeOpenAi(ownedBy: string): ClientList {
  const present: ClientList["present"] = (models) =>
    encodeModelList(
      models.map(({ name }) => name),
      ownedBy,
      0,
    )
  return { paths: [modelsPath], present }
}

/** A list of models as OpenAI tells it. `created`: epoch seconds. */
function encodeModelList(names: readonly string[], ownedBy: string, created: number): JsonObject {
  return { object: "list", data: names.map((id) => ({ id, object: "model", created, owned_by: ownedBy })) }
}
