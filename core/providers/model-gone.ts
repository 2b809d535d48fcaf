import type { Failure } from "../gateway/failure.ts"
import { cutWords } from "../gateway/provider-words.ts"

/** A provider's failure in place of an answer. */
export type Upstream = Extract<Failure, { readonly kind: "upstream" }>

/** The failure, as a model's end where these words say so. `says` gets its message cut. */
export function goneWhere(failure: Failure, says: (told: Upstream) => boolean): Failure {
  if (failure.kind !== "upstream") return failure
  const message = cutWords(failure.message)
  if (!says({ ...failure, message })) return failure
  // Told inside an answer of status 200 there is no status but that it broke off.
  return { kind: "model-gone", status: failure.status < 500 ? failure.status : 404, message }
}

/** The words of OpenAI, of Microsoft for OpenAI's models, and of the many servers that speak like OpenAI. */
export function saysGone({ status, code = "", message }: Upstream): boolean {
  if (status === 410) return true
  if (isTrouble(status)) return false
  // A 403 with this code: the project may not use the model.
  if (goneCodes.has(code)) return true
  if (code === "OperationNotSupported") return message.includes("does not work with the specified model")
  return status !== 403 && (namedGone.test(message) || unnamedGone.test(message))
}

/** Troubles of keys, bills and rates, whatever their words. */
function isTrouble(status: number): boolean {
  return status === 401 || status === 402 || status === 429 || status === 500 || status > 502
}

/**
 * A 404 without such a code may be of a wrong path: "Resource not found" is also what Azure says of a version of its API
 * that it does not know.
 */
const goneCodes = new Set(["model_not_found", "model_decommissioned", "model_deprecated", "DeploymentNotFound"])

const namedGone =
  /^(?:error: )?(?:the |this )?(?:requested )?model (?:or endpoint )?(?:\S{1,200} )?(?:does not exist|has been (?:deprecated|decommissioned|retired|shut down|removed)|(?:is|was) (?:deprecated and )?no(?:t found| longer (?:available|supported))|not found\b)/i

/** DashScope's "Model not exist.", Moonshot's "Not found the model X or Permission denied". */
const unnamedGone = /^(?:model not exist|not found the model )/i
