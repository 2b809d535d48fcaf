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
      return access.premium > 0 ? { ...access, hasInvalidCode: true } : visitor
    case "balance-fetched": {
      const { kind, premium, free, calls, unmetered, upgradeUrl } = event.balance
      const userType = kind === "premium" ? "premium" : "gratuito"
      return { ...access, userType, premium, free, calls, unmetered, upgradeUrl, hasInvalidCode: false }
    }
    case "balance-exhausted":
      return { ...access, premium: nothing, free: nothing }
    case "balance-updated":
      return { ...access, premium: event.balance.premium, free: event.balance.free, calls: event.balance.calls }
    default:
      return assertNever(event)
  }
}
