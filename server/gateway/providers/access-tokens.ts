import { createHash } from "node:crypto"
import type { AccessToken, ByToken } from "#core/providers/authorization.ts"
import { readText } from "../../outbound/bounded-reads.ts"
import type { Upstream } from "../../outbound/upstream.ts"
import { SigningFailed } from "./signing-failed.ts"

/** Longest answer to a token request, in bytes; longest wait for it, in ms; how many keys are remembered. */
const longestAnswer = 64 * 1024
const patienceMs = 15_000
const mostKeys = 1_000

export interface AccessTokens {
  /** The access token for a key: fetched once for all who ask at the same time, and kept until it expires. */
  tokenFor(key: string): Promise<string>
  /** The provider does not know the token any more. */
  forget(key: string): void
}

/** The tokens of a provider that gives one for a key. `now`: epoch ms. */
export function createAccessTokens(
  { tokenRequest, readToken }: ByToken,
  { now, upstream }: { readonly now: () => number; readonly upstream: Upstream },
): AccessTokens {
  // By a hash of the key: what a memory dump shows is no key.
  const known = new Map<string, Promise<AccessToken>>()

  async function fetchToken(key: string): Promise<AccessToken> {
    const at = now()
    const { path, headers } = tokenRequest(key)
    const signal = AbortSignal.timeout(patienceMs)
    const reply = await upstream({ path, headers: { ...headers }, body: "" }, { signal, patienceMs })
    const token = readToken(reply.status, await readText(reply.body, longestAnswer), at)
    if (!token.ok) throw new SigningFailed(reply.status, token.error)
    return token.value
  }

  return {
    async tokenFor(key) {
      const name = createHash("sha256").update(key).digest("base64url")
      const asked = known.get(name)
      const cached = await asked
      if (cached && cached.freshUntil > now()) return cached.token
      const renewed = known.get(name)
      if (renewed !== undefined && renewed !== asked) return (await renewed).token
      const fetched = fetchToken(key)
      known.set(name, fetched)
      const oldest = known.keys().next().value
      if (known.size > mostKeys && oldest !== undefined) known.delete(oldest)
      try {
        return (await fetched).token
      } catch (error) {
        if (known.get(name) === fetched) known.delete(name)
        throw error
      }
    },
    forget: (key) => void known.delete(createHash("sha256").update(key).digest("base64url")),
  }
}
