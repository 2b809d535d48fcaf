import type { Message } from "#core/conversation/message.ts"
import { usageOf } from "#core/conversation/tool-rounds.ts"
import { textOf } from "#core/gateway/content.ts"
import { inputTokens as totalInput } from "#core/gateway/usage.ts"
import { logUsage } from "../../../platform/usage-log.ts"
import { authHeaders, refreshBalance, useAccess } from "../../../state/access-store.ts"
import { openPlans } from "../../../state/plans-dialog.ts"

/** What an answer that has ended, well or not, brings with it: a look at the balance, the plans, the usage log. */
export function afterAnswer(question: Message, answer: Message): void {
  if (answer.failure?.kind === "insufficient-balance") void refreshBalance()
  if (answer.failure?.kind === "free-limit-reached") openPlans()
  const usage = usageOf(answer)
  const inputTokens = usage ? totalInput(usage) : 0
  const outputTokens = usage?.output ?? 0
  logUsage(
    {
      accessCode: useAccess.getState().accessCode,
      timestamp: answer.date,
      model: answer.model ?? "",
      inputTokens,
      outputTokens,
      totalTokens: inputTokens + outputTokens,
      inputCharacters: textOf(question.content).length,
      outputCharacters: textOf(answer.content).length,
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
