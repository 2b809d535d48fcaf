import type { BalanceAfter } from "../gateway/chat-event.ts"
import { assertNever } from "../lib/assert-never.ts"
import { microReais, type MicroReais } from "../lib/micro-reais.ts"
import type { BalanceSeen } from "../ledger/balance-wire.ts"
import { bareAccessCode } from "./access-code.ts"
import type { UserType } from "./shown-tier.ts"

/** The page's record of the current user: code, tier and balances. */
export interface Access {
  /** Bare and trimmed; empty for a visitor. */
  readonly accessCode: string
  readonly userType: UserType
  readonly premium: MicroReais
  readonly free: MicroReais
  /** Search calls left. */
  readonly calls: number
  /**
   * Money of the paying wallet that is held for answers in progress. It is not part of the available amounts, and it is
   * still the user's until those answers end.
   */
  readonly reserved: MicroReais
  /** A code from the operator's `CODE` list; it is never charged, so it has no balance to show. */
  readonly unmetered: boolean
  /** The operator has blocked the code: nothing is paid from it, whatever is on it. */
  readonly isFrozen: boolean
  readonly isAnonymousUser: boolean
  /**
   * This code, or one that was entered in its place, was refused. The code is kept because the page has seen money on
   * it.
   */
  readonly hasInvalidCode: boolean
  /** The address where the user can buy credit. */
  readonly upgradeUrl?: string | undefined
}

export type AccessEvent =
  | { readonly type: "code-entered"; readonly code: string }
  | { readonly type: "code-accepted" }
  /** The server refused the code in use, or one that was to take its place. */
  | { readonly type: "code-refused" }
  | { readonly type: "balance-fetched"; readonly balance: BalanceSeen }
  /** A 400 whose error contains 'Saldo insuficiente'. */
  | { readonly type: "balance-exhausted" }
  | { readonly type: "balance-updated"; readonly balance: BalanceAfter }

const nothing = microReais(0)

/** A user without a code and without a wallet. */
export const visitor: Access = {
  accessCode: "",
  userType: "gratuito",
  premium: nothing,
  free: nothing,
  calls: 0,
  reserved: nothing,
  unmetered: false,
  isFrozen: false,
  isAnonymousUser: true,
  hasInvalidCode: false,
}

/**
 * Returns the access after an event (docs/reference/api.md, "Access on the page"). A refused code without a premium
 * balance leaves a visitor; the caller then removes the anonymous session marker, so that the next session begins
 * afresh.
 */
export function applyAccessEvent(access: Access, event: AccessEvent): Access {
  switch (event.type) {
    case "code-entered": {
      const accessCode = bareAccessCode(event.code)
      if (accessCode === "") return visitor
      // A balance belongs to its code: another code starts without one.
      return accessCode === access.accessCode ? access : { ...visitor, accessCode, isAnonymousUser: false }
    }
    case "code-accepted":
      return { ...access, hasInvalidCode: false, isAnonymousUser: false }
    case "code-refused":
      return ownBalance(access).premium > 0 ? { ...access, hasInvalidCode: true } : visitor
    case "balance-fetched": {
      const { kind, premium, free, calls, reserved, unmetered, frozen, upgradeUrl } = event.balance
      const userType = kind === "premium" ? "premium" : "gratuito"
      const balance = { premium, free, calls, reserved }
      return { ...access, ...balance, userType, unmetered, isFrozen: frozen, upgradeUrl, hasInvalidCode: false }
    }
    case "balance-exhausted":
      return { ...access, premium: nothing, free: nothing, reserved: nothing }
    case "balance-updated": {
      const { premium, free, calls, reserved = nothing } = event.balance
      return { ...access, premium, free, calls, reserved }
    }
    default:
      return assertNever(event)
  }
}

/** The user's money in each wallet: the available amount plus what is held for answers that are not settled yet. */
export function ownBalance({ userType, premium, free, reserved }: Access): Record<"premium" | "free", MicroReais> {
  return userType === "premium"
    ? { premium: microReais(premium + reserved), free }
    : { premium, free: microReais(free + reserved) }
}
