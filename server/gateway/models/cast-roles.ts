import { splitModelName } from "#core/models/custom-models.ts"
import { daysLeft, roleLeavesDays } from "#core/models/model-life.ts"
import { type Role, rolePreferences, roles } from "#core/models/roles.ts"
import type { ProviderId } from "#core/providers/registry.ts"
import type { OfferedModel } from "./model-catalogue.ts"

interface Casting {
  /** The operator's preferences, which stand before the built-in ones. */
  readonly wanted: Readonly<Record<Role, readonly string[]>>
  /** A model that may play the role, by its name: alive, priced, its provider reached. */
  readonly find: (role: Role, name: string, provider?: ProviderId) => OfferedModel | undefined
  /** The day from which a model is not to be had here, `YYYY-MM-DD`. */
  readonly offDay: (model: OfferedModel) => string | undefined
  readonly now: number
}

/** The model that plays each role today. */
export interface Cast {
  readonly players: ReadonlyMap<Role, OfferedModel>
  /** Everybody who could play a role, the first choice first. */
  readonly candidates: ReadonlyMap<Role, readonly OfferedModel[]>
  /**
   * The models of the free tier: who plays the role, first, and those before it in the list that still live. A role leaves a
   * model some days before its provider does, and who began a conversation with it goes on.
   */
  readonly free: readonly OfferedModel[]
}

export function castRoles({ wanted, find, offDay, now }: Casting): Cast {
  const named = (role: Role, preference: string) => {
    const { name, provider } = splitModelName(preference)
    return provider === "unknown" ? undefined : find(role, name, provider)
  }
  const candidatesFor = (role: Role) =>
    [...wanted[role], ...rolePreferences[role]]
      .map((preference) => named(role, preference))
      .filter((model) => model !== undefined)
  const stays = (model: OfferedModel) => (daysLeft(offDay(model), now) ?? Infinity) > roleLeavesDays
  const candidates = new Map(roles.map((role) => [role, candidatesFor(role)]))
  const players = new Map(
    [...candidates].flatMap(([role, models]) => {
      const player = models.find(stays) ?? models[0]
      return player ? [[role, player] as const] : []
    }),
  )
  const playsFree = players.get("free")
  const living = candidates.get("free") ?? []
  const before = playsFree ? living.slice(0, living.indexOf(playsFree)) : []
  return { players, candidates, free: [...(playsFree ? [playsFree] : []), ...before] }
}
