import { calledModel, type Message } from "#core/conversation/message.ts"
import { usageOf } from "#core/conversation/tool-rounds.ts"
import type { Failure } from "#core/gateway/failure.ts"
import { contentText } from "#core/gateway/content.ts"
import { inputTokens as totalInput } from "#core/gateway/usage.ts"
import { logUsage } from "../../../platform/gateway/usage-log.ts"
import { authHeaders, freshConfig, refreshBalance, refreshVisitor, useAccess } from "../../../state/access-store.ts"
import { openPlans } from "../../../state/plans-dialog.ts"

/**
 * The work after an answer has ended, with or without failure: updating the balance, the plans window, the usage log.
 */
export function afterAnswer(question: Message, answer: Message): void {
  if (answer.failure?.kind === "insufficient-balance") void refreshBalance()
  if (answer.failure && isLiftedByPlan(answer.failure)) openPlans()
  void refreshVisitor()
  // The server has facts about its models that this page has not loaded.
  if (answer.failure?.kind === "model-retired" || (answer.redirected && !isTold(answer))) void freshConfig()
  const usage = usageOf(answer)
  const inputTokens = usage ? totalInput(usage) : 0
  const outputTokens = usage?.output ?? 0
  logUsage(
    {
      accessCode: useAccess.getState().accessCode,
      timestamp: answer.date,
      model: calledModel(answer) ?? "",
      inputTokens,
      outputTokens,
      totalTokens: inputTokens + outputTokens,
      inputCharacters: contentText(question.content).length,
      outputCharacters: contentText(answer.content).length,
      responseTime: Date.now() - answer.date,
      success: answer.failure === undefined,
      errorMessage: answer.failure?.kind ?? "",
      userAgent: navigator.userAgent,
      isSummarize: false,
      isTitle: false,
      webSearchCalls: usage?.searchCalls ?? 0,
    },
    authHeaders(),
  )
}

/** Whether the free tier's bounds are why (`free_temp_limit_reached`). */
function isLiftedByPlan(failure: Failure): boolean {
  return failure.kind === "free-limit-reached" || (failure.kind === "model-not-allowed" && failure.byFreeTier === true)
}

/** Whether the page knows already that another model answers for the one that was asked. */
function isTold({ model = "", providerName = "" }: Message): boolean {
  const { aliases, retired } = useAccess.getState().config
  return model in aliases || `${model}@${providerName}` in aliases || `${model}@${providerName}` in retired
}
