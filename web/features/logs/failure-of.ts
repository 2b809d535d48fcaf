import type { FailureKind } from "#core/gateway/failure.ts"
import type { LoggedRequest } from "../../platform/gateway/request-log.ts"
import { chapterTexts } from "../../platform/language/texts.ts"

/** The text of a request's failure; only the failure's kind is stored in this browser. */
export function failureOf({ errorMessage, model }: LoggedRequest): string {
  const errors = chapterTexts("errors")
  const words: Partial<Record<string, string>> = {
    "context-length-exceeded": errors.contextLengthExceeded,
    unauthorized: errors.unauthorized,
    "user-not-found": errors.userNotFound,
    "model-not-allowed": errors.modelNotAllowed(model),
    "model-not-found": errors.modelNotFound(model),
    "free-limit-reached": errors.freeLimitReached,
    "too-many-requests": errors.tooManyRequests(undefined),
    "insufficient-balance": errors.insufficientBalanceShort,
    "balance-in-use": errors.balanceInUse,
    upstream: chapterTexts("statement").failed,
    "upstream-timeout": errors.upstreamTimeout,
    "upstream-cut": errors.upstreamCut,
    "server-restarted": errors.serverRestarted,
    "empty-answer": errors.emptyAnswer,
    network: errors.network,
  } satisfies Partial<Record<FailureKind, string>>
  return words[errorMessage] ?? chapterTexts("logs").failed
}
