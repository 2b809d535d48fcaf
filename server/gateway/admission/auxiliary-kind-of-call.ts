import type { AuxiliaryKind } from "#core/conversation/auxiliary-kind.ts"
import { mostPrice } from "#core/ledger/price.ts"
import { promptBound, type PromptSize } from "#core/ledger/prompt-bound.ts"
import { fromReais } from "#core/lib/micro-reais.ts"
import { compressModel } from "#core/models/default-models.ts"
import { modelFor } from "../models/choose-model.ts"
import { auxiliaryKind } from "./auxiliary-calls.ts"
import type { AdmissionDeps, AdmissionRequest } from "./admission.ts"
import { promptFacts } from "./call-facts.ts"

/** Whether a call that we pay for or bill is one for a title or a summary; undefined for a message, and for every own key. */
export function auxiliaryKindOfCall(
  deps: AdmissionDeps,
  ask: AdmissionRequest,
  prompt: PromptSize,
): AuxiliaryKind | undefined {
  const { native, caller } = ask
  if (caller.kind === "own-key") return undefined
  /** The model that would write it, where that is who writes titles here and it costs us little. */
  const writer = () => {
    const model = modelFor(deps, ask, { ...promptFacts(native, { prompt, auxiliary: undefined }), isAuxiliary: true })
    if (!model.ok) return undefined
    const { name, provider, price } = model.value
    const usual = deps.catalogue.auxiliaryModel(provider)
    if (usual?.name !== name || usual.provider !== provider) return undefined
    const isCheap =
      name === compressModel ||
      (native.cap !== undefined &&
        mostPrice(promptBound(prompt, model.value).likely, native.cap, price) <= dearestAuxiliaryCall)
    return isCheap ? model.value.abilities : undefined
  }
  return auxiliaryKind(native, writer, prompt)
}

/** The most that a title or summary may cost us when it is not written by the original model (0068). */
export const dearestAuxiliaryCall = fromReais(0.05)
