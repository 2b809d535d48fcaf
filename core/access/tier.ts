import { freeModel } from "../gateway/limits.ts"
import { defaultModel } from "../models/default-models.ts"
import { looksFree } from "./access-code.ts"

/** What someone is to the page. The server decides by the account's row; nothing said here raises a tier. */
export const tiers = ["free", "premium", "anonymous"] as const
export type Tier = (typeof tiers)[number]

/** `tipo_usuario` on the wire. */
export type UserType = "gratuito" | "premium"

/** Where the page was opened. */
export interface Place {
  /** The address's query, with or without "?". */
  readonly query: string
  readonly hostName: string
}

/** The tier the page shows: premium only for a premium user, and not on the free site. */
export function tierOf(user: { readonly userType: UserType; readonly isAnonymousUser: boolean }, place: Place): Tier {
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

/** Whether someone uses free credit: a code that starts with free_, or a premium balance at 0 with a free one above. */
export function isFreeWithBalance(user: {
  readonly accessCode: string
  readonly premium: number
  readonly free: number
}): boolean {
  return looksFree(user.accessCode) || (user.premium <= 0 && user.free > 0)
}

/**
 * The model of a new session: `free` (the specification's gpt-4o-mini while it lives) for free and anonymous users and on
 * the free site, else the configured one or gpt-5.
 */
export function newSessionModel(tier: Tier, place: Place, configured = defaultModel, free = freeModel): string {
  return tier === "premium" && !isFreeSite(place) ? configured : free
}
