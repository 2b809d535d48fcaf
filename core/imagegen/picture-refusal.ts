import type { Failure } from "../gateway/failure.ts"

/** What is known of a reply that is no picture. */
export interface PictureRefusal {
  readonly status: number
  /** As the provider's words are read; ours are recognized in them. */
  readonly failure: Failure
  /** It names a run: our server has answered it. */
  readonly namesRun: boolean
  /** Its `Retry-After`, in ms. */
  readonly retryAfterMs: number | undefined
}

/**
 * What a reply that is no picture means. What stands before the server knows nothing of the run: while the server is away or
 * slow, the picture may be drawn and paid all the same, so such a reply counts as `lost`.
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
