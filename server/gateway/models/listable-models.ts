import type { ListableModel } from "#core/models/custom-models.ts"
import { defaultModels } from "#core/models/default-models.ts"
import { modelKey } from "#core/models/model-row.ts"
import { rolePreferences } from "#core/models/roles.ts"
import { providerIds } from "#core/providers/registry.ts"
import type { Config } from "../../config.ts"
import { isReached, type Presence } from "./model-presence.ts"
import { isPretend } from "../providers/pretends.ts"

/** The chat models of the providers that are reached, the product's original ones first, in their order. */
export function listable(
  config: Config,
  presences: readonly Presence[],
  retired: ReadonlyMap<string, unknown>,
): readonly ListableModel[] {
  const first = defaultModels.map(({ name }) => name)
  const placeOf = (id: string) => (first.includes(id) ? first.indexOf(id) : first.length)
  return providerIds
    .filter((provider) => isReached(config, provider))
    .flatMap((provider) =>
      presences
        .filter(({ row }) => row.provider === provider && row.kind === "chat" && row.unreached === undefined)
        .filter(
          ({ row }) => !retired.has(modelKey(provider, row.id)) && (!isPretend(config, provider) || inDemo.has(row.id)),
        )
        .toSorted((one, other) => placeOf(one.row.id) - placeOf(other.row.id))
        .map(({ row }) => ({ name: row.id, provider, displayName: row.name, available: true })),
    )
}

/** The demonstration answers under the names of the roles' models and of the product's original models. */
const inDemo: ReadonlySet<string> = new Set([
  ...defaultModels.map(({ name }) => name),
  ...Object.values(rolePreferences).flat(),
])
