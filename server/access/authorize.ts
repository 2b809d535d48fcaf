import type { IncomingMessage } from "node:http"
import { createHash } from "node:crypto"
import { isAccessCodeShaped } from "#core/access/access-code.ts"
import type { Failure } from "#core/gateway/failure.ts"
import { err, ok, type Result } from "#core/lib/result.ts"
import type { Config } from "../config.ts"
import { clientAddress } from "../http/client-address.ts"
import type { AccessCode, AccessCodes } from "./access-code-store.ts"
import { credentialOf } from "./credential.ts"
import { createOperatorCodes } from "./operator-codes.ts"
import type { WrongCodes } from "./wrong-codes.ts"

/** Who is calling. `owner` names whose runs these are; it holds no code and no key. */
export type Caller = CodeCaller | OperatorCaller | VisitorCaller | OwnKeyCaller

export interface CodeCaller {
  readonly kind: "code"
  readonly tier: "premium" | "free"
  readonly owner: string
  readonly code: AccessCode
  readonly address: string
}
/** A code of the operator's `CODE` list: premium, never charged. */
export interface OperatorCaller {
  readonly kind: "operator"
  readonly tier: "premium"
  readonly owner: string
  readonly address: string
}
export interface VisitorCaller {
  readonly kind: "visitor"
  readonly tier: "free"
  readonly owner: string
  /** Random id the page made at first use; absent for visitors known by address only. */
  readonly visitorId: string | undefined
  readonly address: string
}
/** Brings a provider's key of their own: forwarded, not metered. */
export interface OwnKeyCaller {
  readonly kind: "own-key"
  readonly tier: "premium"
  readonly owner: string
  readonly key: string
  readonly address: string
}

export interface Authorizer {
  /**
   * The caller of a request; 401 when its credential is unknown, unreadable, or missing where one is needed. An unknown
   * one costs its address time, and after too many is a 429.
   */
  authorize(incoming: IncomingMessage, url: URL): Promise<Result<Caller, Failure>>
  /** The account behind a code as a person typed it, with or without `nk-`. */
  lookUp(code: string): Promise<AccessCode | "operator" | undefined>
}

/** What the bearer puts before a code, so that a code is never mistaken for a provider's key. */
const bearerPrefix = "nk-"

export function createAuthorizer(
  config: Config,
  codes: AccessCodes,
  wrongCodes: WrongCodes,
  pepper: string,
): Authorizer {
  const operatorCodes = createOperatorCodes(config.operatorCodes, pepper)

  return {
    async lookUp(code) {
      return operatorCodes.ownerOf(code) === undefined ? codes.find(code) : "operator"
    },
    async authorize(incoming, url) {
      const address = clientAddress(incoming, config.trustedProxies)
      const credential = credentialOf(incoming.headersDistinct, url.searchParams)
      if (!credential.ok) return err({ kind: "unauthorized" })
      if (credential.value === undefined) {
        if (config.needCode) return err({ kind: "unauthorized" })
        const visitorId = visitorIdOf(incoming)
        const owner = `visitor:${visitorId === undefined ? address : short(visitorId)}`
        return ok({ kind: "visitor", tier: "free", owner, visitorId, address })
      }

      const prefixed = credential.value.startsWith(bearerPrefix)
      const code = prefixed ? credential.value.slice(bearerPrefix.length) : credential.value
      const operator = operatorCodes.ownerOf(code)
      if (operator !== undefined) return ok({ kind: "operator", tier: "premium", owner: operator, address })
      const found = await codes.find(code)
      if (found) return ok({ kind: "code", tier: found.kind, owner: `code:${found.id}`, code: found, address })
      if (prefixed || isAccessCodeShaped(code) || config.hideUserApiKey) {
        return err((await wrongCodes.slow(address)) ?? { kind: "unauthorized" })
      }
      return ok({ kind: "own-key", tier: "premium", owner: `key:${short(code)}`, key: code, address })
    },
  }
}

/** The page's own id of a visitor: opaque, bounded, no more believed than an address. */
function visitorIdOf(incoming: IncomingMessage): string | undefined {
  const value = incoming.headers["x-visitor"]
  return typeof value === "string" && /^[\w-]{8,128}$/.test(value) ? value : undefined
}

function short(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 32)
}
