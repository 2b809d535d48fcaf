import type { Failure, FailureKind } from "#core/gateway/failure.ts"
import { withoutKeys } from "./mask-keys.ts"
import type { Provider } from "./provider.ts"

/** A picture that was made lies at an address at which it cannot be fetched: whoever asked for its bytes does not get it. */
export const pictureUnfetched: Failure = { kind: "refused", reason: "picture-unfetched" }

/**
 * The failures of a provider that are passed on. Everything else concerns its own accounts, keys and bills, which are
 * the operator's.
 */
const passedOn: ReadonlySet<FailureKind> = new Set([
  "upstream",
  "upstream-timeout",
  "upstream-cut",
  "server-restarted",
  "invalid-request",
  "context-length-exceeded",
  "too-many-requests",
  "empty-answer",
  "not-json",
  "own-key-refused",
  "model-gone",
  "model-not-found",
  "model-retired",
])

/**
 * A provider's failure as our caller may hear it. A provider's "unauthorized" or "insufficient balance" is about the
 * operator's key, however much it sounds like our own refusals; and no key is ever repeated, wherever a provider does.
 */
export function failureOfProvider(failure: Failure, secrets: readonly string[]): Failure {
  if (failure === pictureUnfetched) return failure
  if (!passedOn.has(failure.kind)) return { kind: "upstream", status: 502, message: "" }
  const said = Object.entries(failure).map(([field, value]) => [
    field,
    typeof value === "string" && field !== "kind" ? withoutKeys(value, secrets) : value,
  ])
  return Object.fromEntries(said) as Failure
}

/** A provider's failure outside of a run, as the caller may see it. */
export function refusalOfProvider(failure: Failure, { keys, secrets }: Pick<Provider, "keys" | "secrets">): Failure {
  const status = keyStatusOf(failure)
  return failureOfProvider(status === undefined ? failure : keyRefused(status, failure, !keys.ours), secrets)
}

/** A provider's failure about a key and its bill: shown to the key's owner only. */
export function keyRefused(status: number, said: Failure, ownKey: boolean): Failure {
  if (!ownKey || (status !== 401 && status !== 402 && status !== 403)) return { kind: "upstream", status, message: "" }
  return { kind: "own-key-refused", status, detail: said.kind === "upstream" ? said.message : "" }
}

/** Statuses with which a provider refuses a key or its bill. */
export function refusesKey(status: number): boolean {
  return status === 401 || status === 402 || status === 403 || status === 407
}

/**
 * What a refusal of a key comes to, wherever it is said: in a status, in a 200, in mid-stream, as a bad request (Google's of
 * a wrong key, Anthropic's and Alibaba's of an empty account) or as too many (OpenAI's and Moonshot's of one). Words count
 * only where no request is blamed: a bad one may be quoted, and whoever wrote it must not take our key away.
 */
export function keyStatusOf(failure: Failure): number | undefined {
  if (failure.kind !== "upstream") return undefined
  const { status, code = "", type = "", message } = failure
  if (refusesKey(status)) return status
  if (wrongKey.has(code)) return 401
  if (unpaid.has(code) || unpaid.has(type)) return 402
  if (status === 400) return unpaidRequest.test(message) ? 402 : undefined
  return !isBusy(failure) && aboutTheBill.test(message) ? 402 : undefined
}

const wrongKey: ReadonlySet<string> = new Set(["API_KEY_INVALID", "invalid_api_key", "account_deactivated"])
const unpaid: ReadonlySet<string> = new Set([
  "insufficient_quota",
  "insufficient_user_quota",
  "exceeded_current_quota_error",
  "billing_not_active",
  "billing_hard_limit_reached",
  "Arrearage",
  "AllocationQuota.FreeTierOnly",
  "AccountOverdueError",
])
const unpaidRequest = /^(your credit balance is too low|you have reached your specified api usage limits)/i
const aboutTheBill =
  /exceeded your (current )?quota|insufficient (account )?(balance|credit|fund|quota)|plan and billing|billing details|account (is )?(not active|overdue|suspended|deactivated)|余额不足|额度不足|欠费/i

/** Google says the same of a minute's limit as of a month's. */
function isBusy({ code, type }: { readonly code?: string; readonly type?: string }): boolean {
  return code === "RESOURCE_EXHAUSTED" || type === "RESOURCE_EXHAUSTED"
}

/** A provider's message about the operator's account that is no refusal; the caller only learns that it is busy. */
export function withoutBill(failure: Failure): Failure {
  return failure.kind === "upstream" && aboutTheBill.test(failure.message) ? { ...failure, message: "" } : failure
}
