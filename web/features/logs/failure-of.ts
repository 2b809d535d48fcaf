import type { FailureKind } from "#core/gateway/failure.ts"
import type { LoggedRequest } from "../../platform/request-log.ts"
import { texts } from "../../platform/texts.ts"

/** What a request failed of, in words; only the kind of the failure is kept in this browser. */
export function failureOf({ errorMessage, model }: LoggedRequest): string {
  const { errors, logs, statement } = texts()
  const words: Partial<Record<string, string>> = {
    "context-length-exceeded": errors.contextLengthExceeded,
    unauthorized: errors.unauthorized,
    "user-not-found": errors.userNotFound,
    "model-not-allowed": errors.modelNotAllowed(model),
    "model-not-found": errors.modelNotFound(model),
    "free-limit-reached": errors.freeLimitReached,
    "too-many-requests": errors.tooManyRequests(undefined),
    "insufficient-balance": errors.insufficientBalance,
    "balance-in-use": errors.balanceInUse,
    upstream: statement.failed,
    "upstream-timeout": errors.upstreamTimeout,
    "upstream-cut": errors.upstreamCut,
    "server-restarted": errors.serverRestarted,
    "empty-answer": errors.emptyAnswer,
    network: errors.network,
  } satisfies Partial<Record<FailureKind, string>>
  return words[errorMessage] ?? logs.failed
}
