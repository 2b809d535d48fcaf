import { createHash, createHmac } from "node:crypto"
import type { Failure } from "#core/gateway/failure.ts"
import { tokenRefused } from "#core/providers/baidu/access-token.ts"
import type { ProviderId } from "#core/providers/registry.ts"
import { type Hashing, signedHeadersFor } from "#core/providers/tencent/sign.ts"
import type { UnsignedRequest } from "../upstream/call-api.ts"
import type { Upstream, UpstreamRequest } from "../upstream/upstream.ts"
import { createBaiduTokens } from "./baidu-tokens.ts"

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
  /** Host of its base address, which Tencent's signature covers. */
  readonly host: string
  readonly organization?: string | undefined
}

/** How requests to a provider are signed. A key of two words comes as "key:secret". */
export function signerFor(provider: ProviderId, deps: SignDeps): Sign {
  switch (provider) {
    case "openai": {
      const { organization } = deps
      const more = organization === undefined ? {} : { "openai-organization": organization }
      return (request, key) => withHeaders(request, key, (secret) => ({ authorization: `Bearer ${secret}`, ...more }))
    }
    case "azure":
      return (request, key) => withHeaders(request, key, (secret) => ({ "api-key": secret }))
    case "google":
      return (request, key) => withHeaders(request, key, (secret) => ({ "x-goog-api-key": secret }))
    case "anthropic":
      return (request, key) => withHeaders(request, key, (secret) => ({ "x-api-key": secret }))
    case "baidu": {
      const tokens = createBaiduTokens(deps)
      const sign = async (request: UnsignedRequest, key: string | undefined) => {
        if (key === undefined) return request
        const token = await tokens.tokenFor(key)
        const joint = request.path.includes("?") ? "&" : "?"
        return { ...request, path: `${request.path}${joint}access_token=${encodeURIComponent(token)}` }
      }
      return Object.assign(sign, {
        failed(failure: Failure, key: string | undefined) {
          if (key !== undefined && tokenRefused(failure)) tokens.forget(key)
        },
      })
    }
    case "tencent":
      return (request, key) =>
        withHeaders(request, key, (secret) => {
          const cut = secret.indexOf(":")
          const pair = { secretId: secret.slice(0, cut), secretKey: secret.slice(cut + 1) }
          const timestamp = Math.floor(deps.now() / 1000)
          return signedHeadersFor({ host: deps.host, body: request.body, timestamp }, pair, hashing)
        })
    case "bytedance":
    case "alibaba":
    case "moonshot":
    case "iflytek":
    case "stability":
      return (request, key) => withHeaders(request, key, (secret) => ({ authorization: `Bearer ${secret}` }))
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
