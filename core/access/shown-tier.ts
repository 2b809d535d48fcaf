import { freeModel } from "../gateway/limits.ts"
import { defaultModel } from "../models/default-models.ts"

/**
 * The user's tier as the page shows it. The server decides by the account's row (0016); nothing computed here raises a
 * tier.
 */
export const tiers = ["free", "premium", "anonymous"] as const
export type Tier = (typeof tiers)[number]

/** `tipo_usuario` on the wire. */
export type UserType = "gratuito" | "premium"

/** The address under which the page was opened. */
export interface Place {
  /** The address's query, with or without "?". */
  readonly query: string
  readonly hostName: string
}

/** The tier the page shows: premium only for a premium user, and not on the free site. */
export function shownTier(
  user: { readonly userType: UserType; readonly isAnonymousUser: boolean },
  place: Place,
): Tier {
  if (user.isAnonymousUser) return "anonymous"
  return user.userType === "premium" && !isFreeSite(place) ? "premium" : "free"
}

/** Whether the query of an address holds `site=gratuito`. */
export function queryAsksForFreeSite(query: string): boolean {
  return query.replace(/^\?/, "").split("&").includes("site=gratuito")
}

/** The free site: by the address's query, or by a host name with `gratuito.` in it. */
function isFreeSite({ query, hostName }: Place): boolean {
  return queryAsksForFreeSite(query) || hostName.includes("gratuito.")
}

/**
 * The model of a new session: `free` (gpt-4o-mini unless the server names another) for free and anonymous users and on
 * the free site, else the configured one or gpt-5.
 */
export function newSessionModel(tier: Tier, place: Place, configured = defaultModel, free = freeModel): string {
  return tier === "premium" && !isFreeSite(place) ? configured : free
}
