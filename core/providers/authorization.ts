import type { Failure } from "../gateway/failure.ts"
import type { Result } from "../lib/result.ts"
import type { HttpShape } from "./adapter.ts"

type Headers = Readonly<Record<string, string>>

/** How a request proves who pays for it. A key of two words comes as "key:secret". */
export type Authorization = ByHeaders | BySignature | ByToken

/** The key goes into a header. */
export interface ByHeaders {
  readonly by: "headers"
  /** Where the provider's own clients put their key, and so a code of ours; absent: into `authorization`, as bearer. */
  readonly keyHeader?: string
  /** `organization`: the operator's, of a provider whose accounts have several. */
  headersOf(key: string, organization: string | undefined): Headers
}

/** Each request is signed with the key. */
export interface BySignature {
  readonly by: "signature"
  headersOf(request: ToSign, key: string, hashing: Hashing): Headers
}

/** A token is fetched for the key, and is used by all requests until it expires. */
export interface ByToken {
  readonly by: "token"
  /** How the token is asked for. From the server only: the secret stands in the request. */
  tokenRequest(key: string): HttpShape
  /** The token out of the answer. `now`: when it was asked for, in epoch ms. */
  readToken(status: number, body: string, now: number): Result<AccessToken, Failure>
  /** The path of a request, with its query, that carries the token. */
  pathWith(path: string, token: string): string
  /** Whether a failure means that the token must be dropped and fetched anew. */
  isRefused(failure: Failure): boolean
}

/** The parts of a request that a signature covers. Body and content type must be sent unchanged. */
export interface ToSign {
  readonly host: string
  readonly body: string
  /** Unix time in seconds. */
  readonly timestamp: number
}

export interface AccessToken {
  readonly token: string
  /** When to fetch a new one, a while before the old one expires; epoch ms. */
  readonly freshUntil: number
}

/** The hash functions, which core does not have. Texts are hashed as UTF-8. */
export interface Hashing {
  /** SHA-256 in lower-case hexadecimal digits. */
  sha256(text: string): string
  /** HMAC-SHA-256. */
  hmac(key: string | Uint8Array, text: string): Uint8Array
}

/** The key as a bearer token, as most providers take it. */
export const byBearer: ByHeaders = { by: "headers", headersOf: (key) => ({ authorization: `Bearer ${key}` }) }

/** The key alone in a header of the provider's own. */
export function byHeader(name: string): ByHeaders {
  return { by: "headers", keyHeader: name, headersOf: (key) => ({ [name]: key }) }
}

/** The two words of a key. */
export function wordsOfPair(key: string): readonly [id: string, secret: string] {
  const cut = key.indexOf(":")
  return [key.slice(0, cut), key.slice(cut + 1)]
}
