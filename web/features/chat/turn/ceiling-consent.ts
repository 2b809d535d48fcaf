import type { Content } from "#core/gateway/content.ts"
import { failureText } from "#core/i18n/failure-text.ts"
import { microReais, type MicroReais } from "#core/lib/micro-reais.ts"
import { formatMoney } from "../../../platform/language/money.ts"
import { fetchStatement } from "../../../platform/gateway/statement-client.ts"
import { chapterTexts } from "../../../platform/language/texts.ts"
import { authHeaders } from "../../../state/access-store.ts"
import { useConfig } from "../../../state/config-store.ts"
import { conversationStore } from "../../../state/conversation-store.ts"
import { askToConfirm } from "../../../ui/confirm.tsx"
import { messageCost } from "./message-cost.ts"

/** How long a message may wait for what today has cost: the server keeps the ceiling whatever we know. */
const patienceMs = 3_000

export type Consent = "yes" | "no" | "anyway"

/** Whether a message may be sent under the ceilings that are set; asks about what lies above them. */
export async function consentToMessage(sessionId: string, content: Content, questionId?: string): Promise<Consent> {
  return consentTo((await messageCost(sessionId, content, questionId))?.cost)
}

/** The same for a question that is asked again. What a ceiling has refused is asked about in any case. */
export async function consentToRetry(sessionId: string, answerId: string, confirm = askToConfirm): Promise<Consent> {
  const messages = conversationStore.getState().messages[sessionId] ?? []
  const index = messages.findIndex(({ id }) => id === answerId)
  const failure = messages[index]?.failure
  if (failure?.kind === "cost-ceiling") return ask(failureText(failure, chapterTexts("errors")), confirm)
  const question = messages[index - 1]
  if (question === undefined) return "yes"
  return consentTo((await messageCost(sessionId, question.content, question.id))?.cost, confirm)
}

async function consentTo(cost: MicroReais | undefined, confirm = askToConfirm): Promise<Consent> {
  const { messageCeiling, dayCeiling } = useConfig.getState()
  if (cost === undefined) return "yes"
  const t = chapterTexts("errors")
  if (messageCeiling > 0 && cost > messageCeiling) {
    return ask(t.overMessageCeiling(formatMoney(cost), formatMoney(microReais(messageCeiling))), confirm)
  }
  if (dayCeiling === 0) return "yes"
  const spent = await spentToday()
  if (spent === undefined || spent + cost <= dayCeiling) return "yes"
  return ask(t.overDayCeiling(formatMoney(cost), formatMoney(spent), formatMoney(microReais(dayCeiling))), confirm)
}

async function ask(text: string, confirm: typeof askToConfirm): Promise<Consent> {
  return (await confirm({ text, confirm: chapterTexts("errors").sendAnyway })) ? "anyway" : "no"
}

/** On all devices, as the server has it. */
async function spentToday(): Promise<MicroReais | undefined> {
  try {
    const reply = await fetchStatement({ limit: 1 }, authHeaders(), AbortSignal.timeout(patienceMs))
    return reply.kind === "page" ? reply.statement.spentToday : undefined
  } catch {
    return undefined
  }
}
