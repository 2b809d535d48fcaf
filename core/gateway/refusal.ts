/** The reasons for which the gateway refuses a request, and the HTTP status of each. */
export const refusals = {
  "bad-utf8": 400,
  "bad-json": 400,
  "unknown-field": 400,
  "bad-idempotency-key": 400,
  "bad-ceiling": 400,
  "bad-frame-id": 400,
  "bad-code-field": 400,
  "bad-usage-record": 400,
  "run-not-ended": 400,
  "no-such-run": 404,
  "no-such-route": 404,
  "method-not-allowed": 405,
  "body-too-slow": 408,
  "reader-too-slow": 408,
  "answer-completed": 409,
  "answer-erased": 410,
  "body-too-large": 413,
  "not-json-type": 415,
  "encoded-body": 415,
  "key-reused": 422,
  "no-search-calls": 402,
  "model-unpriced": 404,
  "no-room": 503,
  "no-provider-key": 501,
  "azure-incomplete": 501,
  "words-only": 400,
  "bad-base-url": 403,
  "bad-image-address": 403,
  "image-unavailable": 502,
  "picture-unfetched": 502,
  "bad-share": 400,
  "no-such-share": 404,
  "share-gone": 410,
  "bad-picture": 415,
  "share-limit": 429,
  "share-full": 413,
  "sharing-unavailable": 503,
  "bad-vault-request": 400,
  "no-such-vault": 404,
  "vault-out-of-step": 409,
  "vault-superseded": 412,
  "vault-full": 413,
  "pairing-over": 410,
  "vault-unavailable": 503,
  "plugins-off": 403,
  "bad-plugin-address": 403,
  redirected: 502,
  "compressed-reply": 502,
  "service-away": 502,
  "service-timeout": 504,
  "gateway-fault": 500,
  "run-broken": 500,
} as const

export type RefusalReason = keyof typeof refusals

/** The `code` of a refusal in replies; all reasons that concern the request's text share one. */
export function refusalCode(reason: RefusalReason): string {
  return refusals[reason] === 400 ? "invalid_request" : reason.replaceAll("-", "_")
}

const reasons = Object.keys(refusals) as RefusalReason[]

/** The reason for a `code`; undefined where the code has none. */
export function refusalOfCode(code: string): RefusalReason | undefined {
  return reasons.find((reason) => refusals[reason] !== 400 && refusalCode(reason) === code)
}
