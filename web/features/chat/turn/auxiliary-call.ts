import type { ModelAbilities } from "#core/gateway/model-abilities.ts"
import { answeringModel } from "#core/models/model-change.ts"
import type { ModelWithProvider } from "#core/models/new-model.ts"
import { isLiteral, modelInRole } from "#core/models/played-roles.ts"
import type { ModelConfig } from "#core/settings/model-config.ts"
import type { ChatRequest } from "#core/gateway/chat-request.ts"
import { contentText } from "#core/gateway/content.ts"
import type { FailureKind } from "#core/gateway/failure.ts"
import { inputTokens as totalInput, type Usage } from "#core/gateway/usage.ts"
import { logUsage } from "../../../platform/gateway/usage-log.ts"
import { requestChat } from "../../../platform/gateway/gateway-client.ts"
import { modelAbilities } from "../../../platform/gateway/model-abilities.ts"
import { applyBalance, authHeaders, ownCall, useAccess } from "../../../state/access-store.ts"
import { modelFacts } from "../../../state/model-facts.ts"
import { atDeployment } from "./who-pays.ts"

/** Longest an answer that nobody watches is waited for. */
const timeoutMs = { title: 30_000, summary: 120_000 } as const

/** The text of an answer nobody watches, a title's or a summary's; empty when it failed. */
export async function askAuxiliary(kind: keyof typeof timeoutMs, request: ChatRequest): Promise<string> {
  const told = { kind, model: request.config.model, input: inputOf(request), began: Date.now() }
  const signal = AbortSignal.timeout(timeoutMs[kind])
  const payer = ownCall(request.config.providerName)
  const own = typeof payer === "object" ? atDeployment(payer, request.config.model) : undefined
  const { accessCode } = useAccess.getState()
  const call = own === undefined ? request : (await import("./own-abilities.ts")).withOwnAbilities(request)
  const answer = await requestChat({ request: call, headers: authHeaders(own), signal, ...(own && { own }) })
  if (!answer.ok) {
    logCall({ ...told, failure: answer.error.kind })
    return ""
  }
  let text = ""
  let usage: Usage | undefined
  for await (const events of answer.value.events) {
    for (const event of events) {
      if (event.type === "usage") usage = event.usage
      if (event.type === "failure") {
        logCall({ ...told, failure: event.failure.kind, usage })
        return ""
      }
      if (event.type === "balance") applyBalance(event.balance, accessCode)
      if (event.type === "text-delta") text += event.text
    }
  }
  logCall({ ...told, text, usage })
  return text
}

function inputOf({ messages }: ChatRequest): number {
  return messages.reduce((sum, { content }) => sum + contentText(content).length, 0)
}

interface LoggedCall {
  readonly kind: keyof typeof timeoutMs
  readonly model: string
  /** In characters. */
  readonly input: number
  /** Epoch milliseconds. */
  readonly began: number
  readonly text?: string
  readonly usage?: Usage | undefined
  readonly failure?: FailureKind
}

/** Titles and summaries stand in the logs like every other call. */
function logCall({ kind, model, input, began, text = "", usage, failure }: LoggedCall): void {
  const inputTokens = usage ? totalInput(usage) : 0
  const outputTokens = usage?.output ?? 0
  logUsage(
    {
      accessCode: useAccess.getState().accessCode,
      timestamp: began,
      model,
      inputTokens,
      outputTokens,
      totalTokens: inputTokens + outputTokens,
      inputCharacters: input,
      outputCharacters: text.length,
      responseTime: Date.now() - began,
      success: failure === undefined,
      errorMessage: failure ?? "",
      userAgent: navigator.userAgent,
      isSummarize: kind === "summary",
      isTitle: kind === "title",
      webSearchCalls: 0,
    },
    authHeaders(),
  )
}

/**
 * Who writes a conversation's title and summary: the model set for that, or, where that was never changed, the one that
 * plays the role; where the server does not offer it, the one that the server names for the conversation's provider.
 * Where an own key pays for the conversation and not for that model, it is the conversation's own: what was said to
 * one's own provider is not told to another.
 */
export function auxiliaryModel(config: ModelConfig): { readonly model: string; readonly providerName: string } {
  const { models, compressModels, roles } = useAccess.getState().config
  const set = { model: config.compressModel, providerName: config.compressProviderName }
  const chosen = isLiteral(set, "compress") ? modelInRole(roles, "compress") : set
  const isOwn = (providerName: string) => typeof ownCall(providerName) === "object"
  if (isOwn(chosen.providerName)) return chosen
  if (isOwn(config.providerName)) return { model: config.model, providerName: config.providerName }
  const isOffered = models.some((model) => {
    return model.available && model.name === chosen.model && model.provider === chosen.providerName
  })
  const [model, providerName] = compressModels[config.providerName]?.split("@") ?? []
  return isOffered || !model || !providerName ? chosen : { model, providerName }
}

/**
 * The abilities of the writing model as the gateway sees them: extra room for thinking that the model can switch off
 * would make the call chargeable.
 */
export function auxiliaryAbilities(writer: ModelWithProvider): ModelAbilities {
  const isOwn = typeof ownCall(writer.providerName) === "object"
  const called = isOwn ? writer : answeringModel(writer, useAccess.getState().config)
  return modelAbilities(called.model, modelFacts(called))
}
