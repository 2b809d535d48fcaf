import type { Failure, FailureKind } from "#core/gateway/failure.ts"

/** What a provider may say of a call. Everything else it could only say of its own accounts, keys and bills: ours. */
const passedOn: ReadonlySet<FailureKind> = new Set([
  "upstream",
  "upstream-timeout",
  "upstream-cut",
  "invalid-request",
  "context-length-exceeded",
  "too-many-requests",
  "empty-answer",
  "not-json",
])

/**
 * A provider's failure as our caller may hear it. A provider's "unauthorized" or "insufficient balance" is about the
 * operator's key, however much it sounds like our own refusals; and our key is never repeated, wherever a provider does.
 */
export function failureOfProvider(failure: Failure, secrets: readonly string[]): Failure {
  if (!passedOn.has(failure.kind)) return { kind: "upstream", status: 502, message: "" }
  const masked = (text: string) => secrets.reduce((rest, secret) => rest.replaceAll(secret, "***"), text)
  if (failure.kind === "not-json") return { ...failure, head: masked(failure.head) }
  return "message" in failure && failure.message !== undefined
    ? { ...failure, message: masked(failure.message) }
    : failure
}

/** Statuses with which a provider refuses our key or our bill. */
export function refusesOurKey(status: number): boolean {
  return status === 401 || status === 402 || status === 403 || status === 407
}
