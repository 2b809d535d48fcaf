import { createHash, createHmac } from "node:crypto"
import type { Failure } from "#core/gateway/failure.ts"
import type { Authorization, Hashing } from "#core/providers/authorization.ts"
import type { UnsignedRequest } from "../apis/call-api.ts"
import type { Upstream, UpstreamRequest } from "../../outbound/upstream.ts"
import { createAccessTokens } from "./access-tokens.ts"

/** Puts what proves who pays to a request, where the provider wants it. */
export interface Sign {
  (request: UnsignedRequest, key: string | undefined): UpstreamRequest | Promise<UpstreamRequest>
  /** Looks at a failure: what was fetched for a key, and is refused, is not used again. */
  readonly failed?: (failure: Failure, key: string | undefined) => void
}

export interface SignDeps {
  /** Epoch ms. */
  readonly now: () => number
  /** The provider itself, for those that give a token for a key. */
  readonly upstream: Upstream
  /** Host of its base address, which a signature covers. */
  readonly host: string
  readonly organization?: string | undefined
}

/** How requests to a provider are signed. A key of two words comes as "key:secret". */
export function signerFor(authorization: Authorization, deps: SignDeps): Sign {
  const { now, host, organization } = deps
  switch (authorization.by) {
    case "headers":
      return (request, key) => withHeaders(request, key, (key) => authorization.headersOf(key, organization))
    case "signature":
      return (request, key) =>
        withHeaders(request, key, (key) => {
          const timestamp = Math.floor(now() / 1000)
          // Only chats are signed, and those are texts.
          const body = typeof request.body === "string" ? request.body : ""
          return authorization.headersOf({ host, body, timestamp }, key, hashing)
        })
    case "token": {
      const tokens = createAccessTokens(authorization, deps)
      const sign = async (request: UnsignedRequest, key: string | undefined) => {
        if (key === undefined) return request
        return { ...request, path: authorization.pathWith(request.path, await tokens.tokenFor(key)) }
      }
      return Object.assign(sign, {
        failed(failure: Failure, key: string | undefined) {
          if (key !== undefined && authorization.isRefused(failure)) tokens.forget(key)
        },
      })
    }
  }
}

const hashing: Hashing = {
  sha256: (text) => createHash("sha256").update(text).digest("hex"),
  hmac: (key, text) => createHmac("sha256", key).update(text).digest(),
}

function withHeaders(
  request: UnsignedRequest,
  key: string | undefined,
  headersOf: (key: string) => Readonly<Record<string, string>>,
): UpstreamRequest {
  return key === undefined ? request : { ...request, headers: { ...request.headers, ...headersOf(key) } }
}
