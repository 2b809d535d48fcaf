import { screenPaths } from "../screens/screens.ts"
import { withoutEnd } from "../lib/without-end.ts"
import type { Failure } from "../gateway/failure.ts"
import { assertNever } from "../lib/assert-never.ts"
import { microReais, toReais, type MicroReais } from "../lib/micro-reais.ts"
import { joinSentences } from "./join-sentences.ts"
import type { LaterTexts } from "./texts.ts"

type ErrorTexts = LaterTexts["errors"]

/**
 * The text of a failure for the user: what happened, what to do, and that nothing was charged where that could be
 * doubted. Plain sentences, without links. A message that came with the failure was written by the server for this very
 * case and takes precedence; the text repeats nothing that the message already contains.
 */
export function failureText(failure: Failure, errors: ErrorTexts): string {
  switch (failure.kind) {
    case "invalid-request":
      // The gateway's own message already contains this sentence.
      return failure.message.includes(errors.nothingCharged) ? failure.message : errors.invalidRequest(failure.message)
    case "refused":
      return errors.refused[failure.reason](failure.param ?? "")
    case "context-length-exceeded":
      return errors.contextLengthExceeded
    case "unauthorized":
      return failure.message || errors.unauthorized
    case "user-not-found":
      return errors.userNotFound
    case "model-not-allowed":
      return withModels(failure.message || errors.modelNotAllowed(failure.model), failure.availableModels, errors)
    case "free-limit-reached":
      if (failure.of === "plugin-calls") return errors.pluginCallsUsedUp
      // The models of the free tier are the ones that were refused.
      return withModels(failure.message || errors.freeLimitReached, [], errors)
    case "message-too-long":
      return errors.messageTooLong(failure.characters, failure.limit)
    case "too-many-requests":
      return failure.message || tooManyText(failure, errors)
    case "already-processing":
      return errors.alreadyProcessing
    case "insufficient-balance":
      return failure.message || errors.insufficientBalance
    case "balance-in-use":
      return failure.message || errors.balanceInUse
    case "model-not-found":
      return errors.modelNotFound(failure.model)
    case "model-retired":
      return joinSentences(
        failure.successor
          ? errors.modelRetired(failure.model, failure.successor.model)
          : errors.modelRetiredAlone(failure.model),
        errors.nothingCharged,
      )
    case "model-gone":
      return joinSentences(errors.modelGone, errors.nothingCharged)
    case "own-key-refused":
      return failure.message || errors.ownKeyRefused(failure.status, withoutEnd(failure.detail, /[.\s]/))
    case "cost-ceiling":
      return failure.per === "message"
        ? failure.spent === undefined
          ? errors.messageCeiling(reais(failure.ceiling), reais(failure.needed))
          : errors.roundsCeiling(reais(failure.ceiling), reais(failure.spent))
        : errors.dayCeiling(reais(failure.ceiling), reais(failure.spent ?? microReais(0)), reais(failure.needed))
    case "upstream":
      return upstreamText(failure.status, failure.message, errors)
    case "upstream-timeout":
      return joinSentences(errors.upstreamTimeout, errors.nothingCharged)
    case "upstream-cut":
      return failure.uncharged ? joinSentences(errors.gateway502, errors.nothingCharged) : errors.upstreamCut
    case "server-restarted":
      return errors.serverRestarted
    case "empty-answer":
      return joinSentences(failure.searched ? errors.emptyAfterSearch : errors.emptyAnswer, errors.nothingCharged)
    case "not-json":
      return errors.notJson(failure.contentType, failure.head)
    case "http":
      return gatewayText(failure.status, errors) ?? errors.server(failure.message || String(failure.status))
    case "network":
      return failure.unreached ? errors.connectivity : errors.network
    default:
      return assertNever(failure)
  }
}

/** A Markdown link that helps with a failure; undefined where none does. */
export function failureLink(failure: Failure, errors: ErrorTexts): string | undefined {
  switch (failure.kind) {
    case "unauthorized":
      return errors.unauthorizedHelp(screenPaths.auth)
    case "insufficient-balance":
      return failure.upgradeUrl === undefined ? undefined : errors.recharge(failure.upgradeUrl)
    case "cost-ceiling":
      return errors.changeCeilings(screenPaths.settings)
    case "model-not-allowed":
    case "free-limit-reached":
      return failure.upgradeUrl === undefined ? undefined : errors.upgrade(failure.upgradeUrl)
    default:
      return undefined
  }
}

function upstreamText(status: number, message: string, errors: ErrorTexts): string {
  const known = gatewayText(status, errors)
  if (known !== undefined) return joinSentences(known, errors.nothingCharged)
  if (status === 401 || status === 402 || status === 403)
    return joinSentences(errors.upstreamKey, errors.nothingCharged)
  if (status === 429 || status === 529) return joinSentences(errors.upstreamBusy, errors.nothingCharged)
  if (message === "") return joinSentences(errors.server(String(status)), errors.nothingCharged)
  return joinSentences(errors.upstream(status, message), errors.nothingCharged)
}

/** The texts for a gateway that fails, by status. */
function gatewayText(status: number, errors: ErrorTexts): string | undefined {
  if (status === 502) return errors.gateway502
  if (status === 503) return errors.gateway503
  if (status === 504) return errors.gateway504
  return undefined
}

function tooManyText(
  { of, retryAfterMs }: Extract<Failure, { kind: "too-many-requests" }>,
  { tooManyPluginCalls, tooManyRequests }: ErrorTexts,
): string {
  return (of === "plugin-calls" ? tooManyPluginCalls : tooManyRequests)(secondsOf(retryAfterMs))
}

function withModels(text: string, models: readonly string[], errors: ErrorTexts): string {
  const missing = models.filter((model) => !text.includes(model))
  const said =
    models.length === 0 || missing.length === 0 ? text : joinSentences(text, errors.availableModels(models.join(", ")))
  return said.includes("Premium") ? said : joinSentences(said, errors.upgradeToPremium)
}

/** An amount as Brazilians write it: "R$ 0,0042". */
export function reais(amount: MicroReais): string {
  const money = { style: "currency", currency: "BRL", minimumFractionDigits: 2, maximumFractionDigits: 4 } as const
  return toReais(amount).toLocaleString("pt-BR", money)
}

function secondsOf(milliseconds: number | undefined): number | undefined {
  return milliseconds === undefined ? undefined : Math.max(1, Math.ceil(milliseconds / 1000))
}
