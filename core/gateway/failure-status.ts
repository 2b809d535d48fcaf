import { assertNever } from "../lib/assert-never.ts"
import type { Failure, FailureKind } from "./failure.ts"
import { refusalCode, refusals } from "./refusal.ts"

/** The HTTP status a failure is answered with. */
export function failureStatus(failure: Failure): number {
  switch (failure.kind) {
    case "invalid-request":
    case "context-length-exceeded":
    case "already-processing":
      return 400
    case "refused":
      return refusals[failure.reason]
    case "unauthorized":
      return 401
    case "insufficient-balance":
    case "cost-ceiling":
      return 402
    case "model-not-allowed":
    case "free-limit-reached":
    case "message-too-long":
      return 403
    case "user-not-found":
    case "model-not-found":
    case "model-retired":
    case "model-gone":
      return 404
    case "own-key-refused":
      return failure.status
    case "balance-in-use":
    case "too-many-requests":
      return 429
    case "upstream":
      return statusOfUpstream(failure.status)
    case "upstream-cut":
    case "server-restarted":
    case "empty-answer":
    case "not-json":
    case "network":
      return 502
    case "upstream-timeout":
      return 504
    case "http":
      return failure.status
    default:
      return assertNever(failure)
  }
}

/** The stable `code` of a failure in replies. Programs rely on it, whatever the language of the text beside it. */
export function failureCode(failure: Failure): string {
  if (failure.kind === "upstream-cut" && failure.uncharged) return "upstream_cut_uncharged"
  return failure.kind === "refused" ? refusalCode(failure.reason) : codes[failure.kind]
}

const codes: Readonly<Record<Exclude<FailureKind, "refused">, string>> = {
  "invalid-request": "invalid_request",
  "context-length-exceeded": "context_length_exceeded",
  unauthorized: "unauthorized",
  "user-not-found": "user_not_found",
  "model-not-allowed": "model_not_allowed",
  "free-limit-reached": "free_limit_reached",
  "message-too-long": "message_too_long",
  "too-many-requests": "too_many_requests",
  "already-processing": "already_processing",
  "insufficient-balance": "balance_insufficient",
  "balance-in-use": "balance_in_use",
  "cost-ceiling": "cost_ceiling",
  "model-not-found": "model_not_found",
  "model-retired": "model_retired",
  "model-gone": "model_not_found",
  "own-key-refused": "own_key_refused",
  upstream: "upstream_error",
  "upstream-timeout": "upstream_timeout",
  "upstream-cut": "upstream_cut",
  "server-restarted": "server_restarted",
  "empty-answer": "empty_answer",
  "not-json": "not_json",
  http: "http_error",
  network: "network_error",
}

/**
 * Maps a provider's status to ours. Errors about the request are passed on; errors about the operator's key or bill
 * (401, 402, 403) are not the caller's fault and become 502, as does anything that is not an error status.
 */
function statusOfUpstream(status: number): number {
  if (status === 401 || status === 402 || status === 403 || status === 407) return 502
  if (status === 529) return 503
  return Number.isInteger(status) && status >= 400 && status <= 599 ? status : 502
}
