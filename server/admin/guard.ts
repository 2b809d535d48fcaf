import { createHash, timingSafeEqual } from "node:crypto"
import type { BlockList } from "node:net"
import type { WrongCodes } from "../access/wrong-codes.ts"
import { clientAddress } from "../http/client-address.ts"
import { refuse } from "../http/context.ts"
import type { Handler } from "../http/routes.ts"

export interface OperatorGuardOptions {
  readonly adminToken: string
  /** Reads figures and opens nothing else. */
  readonly metricsToken: string | undefined
  /** The proxies whose header names the caller's address. It only slows that address down; no address lets anybody in. */
  readonly trustedProxies: BlockList
  readonly wrongTokens: WrongCodes
}

/** Lets a handler be called with the right token only, and by nobody without one: not from this machine either. */
export interface OperatorGuard {
  readonly admin: (handle: Handler) => Handler
  readonly metrics: (handle: Handler) => Handler
}

/** A right token never waits; a wrong one costs its address more time than the last. */
export function createOperatorGuard(options: OperatorGuardOptions): OperatorGuard {
  const { adminToken, metricsToken, trustedProxies, wrongTokens } = options
  return {
    admin: guardedBy([adminToken]),
    metrics: guardedBy(metricsToken === undefined ? [adminToken] : [adminToken, metricsToken]),
  }

  function guardedBy(tokens: readonly string[]): (handle: Handler) => Handler {
    const digests = tokens.map(digestOf)
    return (handle) => async (c) => {
      const given = /^Bearer +([\x21-\x7e]+) *$/i.exec(c.incoming.headers.authorization ?? "")?.[1]
      // Nothing is guessed without a token.
      if (given === undefined) return refuse(c, { kind: "unauthorized" })
      const digest = digestOf(given)
      if (digests.some((known) => timingSafeEqual(known, digest))) return handle(c)
      const tooMany = await wrongTokens.slow(clientAddress(c.incoming, trustedProxies))
      if (tooMany === undefined) return refuse(c, { kind: "unauthorized" })
      const refused = refuse(c, tooMany)
      // Each further guess costs a connection, too.
      return { ...refused, headers: { ...refused.headers, connection: "close" } }
    }
  }
}

function digestOf(text: string): Buffer {
  return createHash("sha256").update(text).digest()
}
