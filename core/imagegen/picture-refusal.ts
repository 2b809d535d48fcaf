import type { Failure } from "../gateway/failure.ts"

/** The facts about a reply that brings no picture. */
export interface PictureRefusal {
  readonly status: number
  /** As the provider's adapter reads the reply; it recognizes our server's own refusals, too. */
  readonly failure: Failure
  /** It names a run: our server has answered it. */
  readonly namesRun: boolean
  /** Its `Retry-After`, in ms. */
  readonly retryAfterMs: number | undefined
}

/**
 * Decides what a reply without a picture means. A proxy before our server knows nothing of the run: while the server is away or
 * slow, the picture may be drawn and paid all the same, so a proxy's reply counts as `lost`.
 */
export function meaningOf({ status, failure, namesRun, retryAfterMs }: PictureRefusal): Failure | "lost" {
  const isOurs = namesRun || failure.kind !== "upstream"
  if (isOurs) return retryAfterMs === undefined ? failure : withWait(failure, retryAfterMs)
  if (status >= 500 || status === 408 || status === 429) return "lost"
  return { kind: "http", status, message: failure.message }
}

function withWait(failure: Failure, retryAfterMs: number): Failure {
  switch (failure.kind) {
    case "balance-in-use":
    case "refused":
    case "too-many-requests":
    case "upstream":
      return { ...failure, retryAfterMs }
    default:
      return failure
  }
}
