import type { Hashing, ToSign } from "../authorization.ts"

/** A call to be signed. Times more than five minutes off are refused. */
export interface SignedCall extends ToSign {
  /** First part of the host, in Tencent's words the product: "hunyuan". */
  readonly service: string
  /** As the header says it; it is signed in lower case. */
  readonly action: string
  readonly contentType: string
}

export interface SecretPair {
  readonly secretId: string
  readonly secretKey: string
}

const algorithm = "TC3-HMAC-SHA256"
const signedHeaders = "content-type;host;x-tc-action"

/** The value of `authorization`, by Tencent's third way of signing. */
export function authorizationFor(call: SignedCall, { secretId, secretKey }: SecretPair, hashing: Hashing): string {
  const date = new Date(call.timestamp * 1000).toISOString().slice(0, 10)
  const scope = `${date}/${call.service}/tc3_request`
  const toSign = [algorithm, String(call.timestamp), scope, hashing.sha256(canonicalRequest(call, hashing))].join("\n")
  const keyOfDay = hashing.hmac(`TC3${secretKey}`, date)
  const keyOfService = hashing.hmac(keyOfDay, call.service)
  const key = hashing.hmac(keyOfService, "tc3_request")
  const signature = hexOf(hashing.hmac(key, toSign))
  return `${algorithm} Credential=${secretId}/${scope}, SignedHeaders=${signedHeaders}, Signature=${signature}`
}

/** The signed parts of a call: method, path, query, the three headers, the body. */
export function canonicalRequest(call: SignedCall, hashing: Pick<Hashing, "sha256">): string {
  const headers = [
    `content-type:${call.contentType.trim()}`,
    `host:${call.host.trim()}`,
    `x-tc-action:${call.action.trim().toLowerCase()}`,
  ]
  return ["POST", "/", "", ...headers, "", signedHeaders, hashing.sha256(call.body)].join("\n")
}

/** The headers a signed call to Hunyuan goes out with. */
export function signedHeadersFor(
  { host, body, timestamp }: ToSign,
  secret: SecretPair,
  hashing: Hashing,
): Readonly<Record<string, string>> {
  const call = { host, service: "hunyuan", action: "ChatCompletions", contentType: "application/json", body, timestamp }
  return {
    "content-type": call.contentType,
    "x-tc-action": call.action,
    "x-tc-version": "2023-09-01",
    "x-tc-timestamp": String(timestamp),
    authorization: authorizationFor(call, secret, hashing),
  }
}

function hexOf(bytes: Uint8Array): string {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("")
}
