import { contentText } from "#core/gateway/content.ts"
import type { Failure } from "#core/gateway/failure.ts"
import { freeMessageCharacters, freeRequestCharacters } from "#core/gateway/limits.ts"
import { measurePrompt, promptBound, promptCharacters, estimateSlack } from "#core/ledger/prompt-bound.ts"
import { err, type Result } from "#core/lib/result.ts"
import type { NativeCall } from "#core/providers/client-api.ts"
import { frozen } from "../billing/money-short.ts"
import type { ChatCall } from "../call/chat-call.ts"
import { modelFor, providerFor } from "../models/choose-model.ts"
import { searchBeforeAsking } from "../search/search-first.ts"
import { billingFor, countedAs } from "./who-pays.ts"
import type { AdmissionDeps, AdmissionRequest } from "./admission.ts"
import { type CallFacts, promptFacts } from "./call-facts.ts"
import { buildCall } from "./build-call.ts"
import { auxiliaryKindOfCall } from "./auxiliary-kind-of-call.ts"

/**
 * Decides whether a call may be made, and how. Refuses first what the tier may not have, then what the model cannot
 * take, too many answers at once; too many requests were refused before the call was read (`rates.ts`). Funds come
 * last, when the run reserves them.
 */
export function admit(deps: AdmissionDeps, ask: AdmissionRequest): Result<ChatCall, Failure> {
  const { native, caller } = ask
  const prompt = measurePrompt(native.messages, native.counted)
  const open = caller.kind === "own-key" ? withoutOurSearch(deps) : deps
  return checkAndBuildCall(open, ask, { prompt, auxiliary: auxiliaryKindOfCall(open, ask, prompt) })
}

/** The search service is paid by the operator, and an own key is any word: it searches with its provider's tool, or not at all. */
function withoutOurSearch(deps: AdmissionDeps): AdmissionDeps {
  return { ...deps, searchService: undefined }
}

function checkAndBuildCall(deps: AdmissionDeps, ask: AdmissionRequest, facts: CallFacts): Result<ChatCall, Failure> {
  const { native, caller } = ask
  const { prompt, auxiliary } = facts
  const model = modelFor(deps, ask, promptFacts(native, facts))
  if (!model.ok) return model
  const tooLong = caller.tier === "free" ? tooLongForFree(native) : undefined
  if (tooLong) return err(tooLong)
  const { likely } = promptBound(prompt, model.value)
  const { inputMost } = model.value.abilities
  // A prompt that probably exceeds the model's context is refused before it costs anything.
  if (likely * estimateSlack > inputMost) {
    const message = `the messages are about ${likely} tokens long, the model takes ${inputMost}`
    return err({ kind: "context-length-exceeded", message })
  }
  const full = deps.runLimits.noRoomFor(ask.asker)
  if (full) return err(full)
  if (deps.runLimits.reached(ask.asker.owner, caller.tier, countedAs(native, auxiliary)))
    return err({ kind: "already-processing" })
  if (caller.kind === "code" && caller.code.frozen) return err(frozen(deps.config))
  const provider = providerFor(deps, ask, model.value)
  if (!provider.ok) return provider
  const search = deps.searchService && searchBeforeAsking(deps.searchService, native)
  const billing = billingFor(deps, ask, { ...facts, provider: provider.value })
  return buildCall(deps, ask, { ...facts, find: search, billing }, model.value)
}

/** The last message of a free caller has a fixed limit, and the whole request is limited by what we pay. */
function tooLongForFree({ messages, counted }: NativeCall): Failure | undefined {
  const characters = lastUserCharacters(messages)
  if (characters > freeMessageCharacters) {
    return { kind: "message-too-long", characters, limit: freeMessageCharacters }
  }
  const all = promptCharacters(messages, counted)
  if (all <= freeRequestCharacters) return undefined
  const message = `the request has ${all} characters of text, the free tier takes ${freeRequestCharacters}`
  return { kind: "context-length-exceeded", message }
}

function lastUserCharacters(messages: ChatCall["messages"]): number {
  const last = messages.findLast((message) => message.role === "user")
  return last === undefined ? 0 : contentText(last.content).length
}
