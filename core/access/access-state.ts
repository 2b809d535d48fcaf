import type { BalanceAfter } from "../gateway/chat-event.ts"
import { assertNever } from "../lib/assert-never.ts"
import { microReais, type MicroReais } from "../lib/micro-reais.ts"
import type { BalanceSeen } from "../ledger/balance-wire.ts"
import { bareAccessCode } from "./access-code.ts"
import type { UserType } from "./tier.ts"

/** What the page knows of who is asking. */
export interface Access {
  /** Bare and trimmed; empty for a visitor. */
  readonly accessCode: string
  readonly userType: UserType
  readonly premium: MicroReais
  readonly free: MicroReais
  /** Search calls left. */
  readonly calls: number
  /** Held for answers in progress, of the wallet that pays: on top of what can be spent, and the user's until they end. */
  readonly reserved: MicroReais
  /** A code of the operator's list, which is never charged and so has no balance to show. */
  readonly unmetered: boolean
  readonly isAnonymousUser: boolean
  /** This code, or one entered over it, was refused; money was seen on it, so it is kept. */
  readonly hasInvalidCode: boolean
  /** Where more credit can be had. */
  readonly upgradeUrl?: string | undefined
}

export type AccessEvent =
  | { readonly type: "code-entered"; readonly code: string }
  | { readonly type: "code-accepted" }
  /** The code in use, or one that was to take its place, was refused. */
  | { readonly type: "code-refused" }
  | { readonly type: "balance-fetched"; readonly balance: BalanceSeen }
  /** A 400 whose error contains 'Saldo insuficiente'. */
  | { readonly type: "balance-exhausted" }
  | { readonly type: "balance-updated"; readonly balance: BalanceAfter }

const nothing = microReais(0)

/** Nobody in particular: no code, no wallet. */
export const visitor: Access = {
  accessCode: "",
  userType: "gratuito",
  premium: nothing,
  free: nothing,
  calls: 0,
  reserved: nothing,
  unmetered: false,
  isAnonymousUser: true,
  hasInvalidCode: false,
}

/**
 * The access after an event, by the specification's §4. A refused code with no premium balance leaves a visitor; the
 * caller then removes the anonymous session marker, so that the next one begins afresh.
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
      const { kind, premium, free, calls, reserved, unmetered, upgradeUrl } = event.balance
      const userType = kind === "premium" ? "premium" : "gratuito"
      return { ...access, userType, premium, free, calls, reserved, unmetered, upgradeUrl, hasInvalidCode: false }
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

/** What is the user's in each wallet: what can be spent, and what is held for answers that are not settled yet. */
export function ownBalance({ userType, premium, free, reserved }: Access): Record<"premium" | "free", MicroReais> {
  return userType === "premium"
    ? { premium: microReais(premium + reserved), free }
    : { premium, free: microReais(free + reserved) }
}
