import { createHash } from "node:crypto"
import { readToken, tokenShape, type AccessToken } from "#core/providers/baidu/access-token.ts"
import { readText } from "../upstream/sse-events.ts"
import type { Upstream } from "../upstream/upstream.ts"
import { SigningFailed } from "./signing-failed.ts"

/** Longest answer to a token request, in bytes; longest wait for it, in ms; how many key pairs are remembered. */
const longestAnswer = 64 * 1024
const patienceMs = 15_000
const mostPairs = 1_000

export interface BaiduTokens {
  /** The access token for "key:secret": fetched once for all who ask at the same time, and kept until it expires. */
  tokenFor(pair: string): Promise<string>
  /** The provider does not know the token any more. */
  forget(pair: string): void
}

export function createBaiduTokens({
  now,
  upstream,
}: {
  readonly now: () => number
  readonly upstream: Upstream
}): BaiduTokens {
  // By a hash of the pair: what a memory dump shows is no key.
  const known = new Map<string, Promise<AccessToken>>()

  async function fetchToken(pair: string): Promise<AccessToken> {
    const at = now()
    const cut = pair.indexOf(":")
    const { path, headers } = tokenShape(pair.slice(0, cut), pair.slice(cut + 1))
    const signal = AbortSignal.timeout(patienceMs)
    const reply = await upstream({ path, headers: { ...headers }, body: "" }, { signal, patienceMs })
    const token = readToken(reply.status, await readText(reply.body, longestAnswer), at)
    if (!token.ok) throw new SigningFailed(reply.status, token.error)
    return token.value
  }

  return {
    async tokenFor(pair) {
      const name = createHash("sha256").update(pair).digest("base64url")
      const asked = known.get(name)
      const cached = await asked
      if (cached && cached.freshUntil > now()) return cached.token
      const renewed = known.get(name)
      if (renewed !== undefined && renewed !== asked) return (await renewed).token
      const fetched = fetchToken(pair)
      known.set(name, fetched)
      const oldest = known.keys().next().value
      if (known.size > mostPairs && oldest !== undefined) known.delete(oldest)
      try {
        return (await fetched).token
      } catch (error) {
        if (known.get(name) === fetched) known.delete(name)
        throw error
      }
    },
    forget: (pair) => void known.delete(createHash("sha256").update(pair).digest("base64url")),
  }
}
