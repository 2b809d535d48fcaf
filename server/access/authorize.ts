import type { IncomingMessage } from "node:http"
import { createHash, randomUUID, timingSafeEqual } from "node:crypto"
import { isAccessCodeShaped } from "#core/access/access-code.ts"
import type { Failure } from "#core/gateway/failure.ts"
import { err, ok, type Result } from "#core/lib/result.ts"
import type { Config } from "../config.ts"
import { clientAddress } from "../http/client-address.ts"
import type { AccessCode, AccessCodes } from "./access-code-store.ts"
import { credentialOf } from "./credential.ts"
import type { VisitorIds } from "./visitor-id.ts"
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
  /**
   * The name in an id that we have signed. Absent: nobody in particular, whose every request has an owner of its own, so that
   * nothing of others is listed, read or stopped, and nothing of theirs by others.
   */
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
  /** Who it would be without a credential; undefined where there are no visitors. */
  visitorOf(incoming: IncomingMessage): VisitorCaller | undefined
  /** The account behind a code as a person typed it, with or without `nk-`. */
  lookUp(code: string): Promise<AccessCode | "operator" | undefined>
}

/** What the bearer puts before a code, so that a code is never mistaken for a provider's key. */
const bearerPrefix = "nk-"

export interface AuthorizerDeps {
  readonly codes: AccessCodes
  readonly wrongCodes: WrongCodes
  readonly visitorIds: VisitorIds
}

export function createAuthorizer(config: Config, { codes, wrongCodes, visitorIds }: AuthorizerDeps): Authorizer {
  const operatorHashes = config.operatorCodes.map(sha256)

  async function lookUp(code: string): Promise<AccessCode | "operator" | undefined> {
    if (operatorHashes.length === 0) return codes.find(code)
    const hash = sha256(code)
    if (operatorHashes.some((known) => timingSafeEqual(known, hash))) return "operator"
    return codes.find(code)
  }

  function visitorOf(incoming: IncomingMessage): VisitorCaller | undefined {
    if (config.needCode) return undefined
    const address = clientAddress(incoming, config.trustedProxies)
    const visitorId = visitorIds.nameOf(incoming.headers["x-visitor"])
    return { kind: "visitor", tier: "free", owner: `visitor:${visitorId ?? randomUUID()}`, visitorId, address }
  }

  return {
    lookUp,
    visitorOf,
    async authorize(incoming, url) {
      const address = clientAddress(incoming, config.trustedProxies)
      const credential = credentialOf(incoming.headersDistinct, url.searchParams)
      if (!credential.ok) return err({ kind: "unauthorized" })
      if (credential.value === undefined) {
        const visitor = visitorOf(incoming)
        return visitor ? ok(visitor) : err({ kind: "unauthorized" })
      }

      const prefixed = credential.value.startsWith(bearerPrefix)
      const code = prefixed ? credential.value.slice(bearerPrefix.length) : credential.value
      const found = await lookUp(code)
      if (found === "operator")
        return ok({ kind: "operator", tier: "premium", owner: `operator:${short(code)}`, address })
      if (found) return ok({ kind: "code", tier: found.kind, owner: `code:${found.id}`, code: found, address })
      if (prefixed || isAccessCodeShaped(code) || config.hideUserApiKey) {
        return err((await wrongCodes.slow(address)) ?? { kind: "unauthorized" })
      }
      return ok({ kind: "own-key", tier: "premium", owner: `key:${short(code)}`, key: code, address })
    },
  }
}

/** Whether an answer may be asked for again: nobody in particular cannot be told from their neighbours. */
export function isKnown(caller: Caller): boolean {
  return caller.kind !== "visitor" || caller.visitorId !== undefined
}

function sha256(text: string): Buffer {
  return createHash("sha256").update(text).digest()
}

function short(text: string): string {
  return sha256(text).toString("hex").slice(0, 32)
}
