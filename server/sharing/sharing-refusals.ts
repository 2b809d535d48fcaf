import type { Failure } from "#core/gateway/failure.ts"

/* Why something is not shared, or not shown. */

export const missing: Failure = { kind: "refused", reason: "no-such-share" }
export const gone: Failure = { kind: "refused", reason: "share-gone" }
export const badPicture: Failure = { kind: "refused", reason: "bad-picture" }
export const tooMuchToday: Failure = { kind: "refused", reason: "share-limit" }
export const tooMuchHeld: Failure = { kind: "refused", reason: "share-full" }
export const unavailable: Failure = { kind: "refused", reason: "sharing-unavailable", retryAfterMs: 5_000 }

/** What was sent is not what is shared; names the field that is wrong. */
export function badShare(param: string): Failure {
  return { kind: "refused", reason: "bad-share", param }
}
