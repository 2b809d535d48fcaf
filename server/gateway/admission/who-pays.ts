import type { AuxiliaryKind } from "#core/conversation/auxiliary-kind.ts"
import type { Failure } from "#core/gateway/failure.ts"
import type { PromptSize } from "#core/ledger/prompt-bound.ts"
import type { Caller } from "../../access/authorize.ts"
import type { CountedAs } from "../../ledger/hold.ts"
import { addressSteps } from "../../limits/address-steps.ts"
import { billAuxiliaryCall } from "../billing/bill-auxiliary-call.ts"
import { billRelay } from "../billing/bill-relay.ts"
import { billCode, billNobody, billUs, billVisitor, type Billing } from "../billing/billing.ts"
import { namesFor } from "../models/model-catalogue.ts"
import type { Provider } from "../providers/provider.ts"
import type { AdmissionDeps, AdmissionRequest } from "./admission.ts"
import { affordableModel } from "./affordable-model.ts"

type PayerDeps = Pick<
  AdmissionDeps,
  "ledger" | "wallets" | "quota" | "auxiliaryQuota" | "catalogue" | "config" | "runLimits" | "now"
>
type Call = Pick<AdmissionRequest, "caller" | "person" | "ceilings" | "native" | "asker" | "isLaterRound">

interface AskedFor {
  readonly prompt: PromptSize
  /** Whether the call is for a title or a summary; undefined for a message. */
  readonly auxiliary: AuxiliaryKind | undefined
  /** Who is asked. */
  readonly provider: Pick<Provider, "pretend">
}

/** Who pays for a call, and how. */
export function billingFor(
  deps: PayerDeps,
  { caller, person, ceilings, native, asker, isLaterRound }: Call,
  { auxiliary, prompt, provider }: AskedFor,
): Billing {
  const { ledger, wallets, quota, auxiliaryQuota, catalogue, config, now } = deps
  const availableModels = namesFor(catalogue, "free")
  const { upgradeUrl, supportUrl } = config
  const refusal: Failure = { kind: "model-not-allowed", model: native.model, availableModels, upgradeUrl }
  // In the demonstration who has no plan may try pictures and speech, too, and nobody is asked for money where they are pretended (0225).
  if (native.pieces && provider.pretend === true && caller.tier === "free") return billNobody
  switch (caller.kind) {
    case "code": {
      const affordable = affordableModel(catalogue, caller.tier, native, prompt)
      const short = { purse: caller.tier, upgradeUrl, supportUrl, affordable, isPiece: native.pieces !== undefined }
      const as = countedAs(native, auxiliary)
      const isTooMany = (elsewhere: number) => deps.runLimits.isTooMany(asker.owner, caller.tier, as, elsewhere)
      const known = { ledger, wallets, short, ceilings, now, countedAs: as }
      if (auxiliary === undefined) return billCode(caller, { ...known, isTooMany })
      const paid = billCode(caller, known)
      const otherwise = caller.tier === "premium" ? paid : undefined
      return billAuxiliaryCall(caller, { kind: auxiliary, ledger, auxiliaryQuota, otherwise, refusal })
    }
    case "operator":
      return billUs(ledger)
    case "own-key":
      return person?.kind === "visitor" ? billRelay(person, { quota, refusal: freeLimitReached }) : billNobody
    case "visitor": {
      if (auxiliary !== undefined)
        return billAuxiliaryCall(caller, { kind: auxiliary, ledger, auxiliaryQuota, otherwise: undefined, refusal })
      return billVisitor(caller, {
        ledger,
        quota,
        refusal: { kind: "free-limit-reached", availableModels, upgradeUrl },
        isLaterRound,
      })
    }
  }
}

/** No model is left for a visitor who brings a key, nor is it a matter of models. */
const freeLimitReached: Failure = { kind: "free-limit-reached", availableModels: [] }

/** The calls that this one is counted with while it is in progress. */
export function countedAs({ pieces }: AdmissionRequest["native"], auxiliary: AuxiliaryKind | undefined): CountedAs {
  if (pieces !== undefined) return "piece"
  return auxiliary === undefined ? "answer" : "auxiliary"
}

/**
 * Records outlive the day by more than a year: visitors leave no name in them, and own keys, which are any word and not
 * metered here, nothing at all: else whoever has time could fill a disk.
 */
export function recordedAs(caller: Caller): string | undefined {
  if (caller.kind === "own-key") return undefined
  return caller.kind === "visitor" ? "visitor" : caller.owner
}

/** An id costs nothing to come by, an address does. What an own key pays is not ours to count. */
export function freeEndsCountFor(caller: Caller): readonly string[] {
  if (caller.kind === "own-key") return []
  return caller.kind === "visitor" ? addressSteps(caller.address) : [caller.owner]
}
