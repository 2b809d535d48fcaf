import type { Content } from "#core/gateway/content.ts"
import { failureText } from "#core/i18n/failure-text.ts"
import { microReais, toReais, type MicroReais } from "#core/lib/micro-reais.ts"
import { presentMoney } from "../../../platform/money.ts"
import { texts } from "../../../platform/texts.ts"
import { authHeaders } from "../../../state/access-store.ts"
import { useConfig } from "../../../state/config-store.ts"
import { conversationStore } from "../../../state/conversation-store.ts"
import { askToConfirm } from "../../../ui/confirm.tsx"
import { isCharged, messageCost } from "./message-cost.ts"

/** How long a message may wait for what today has cost: the server keeps the ceiling whatever we know. */
const patienceMs = 3_000

/** What the server is told of the user's ceilings; it lets no answer cost more. */
export function ceilingHeaders(): Readonly<Record<string, string>> {
  if (!isCharged()) return {}
  const { messageCeiling, dayCeiling } = useConfig.getState()
  return {
    ...(messageCeiling > 0 ? { "X-Max-Cost": decimal(messageCeiling) } : {}),
    ...(dayCeiling > 0 ? { "X-Max-Cost-Day": decimal(dayCeiling) } : {}),
  }
}

let asking = false

/** Sends at once what lies under the ceilings; asks about the rest, and sends nothing unless told to. */
export function askAboutCost(sessionId: string, content: Content, send: (pastCeilings: boolean) => void): void {
  const { messageCeiling, dayCeiling } = useConfig.getState()
  if (!isCharged() || (messageCeiling === 0 && dayCeiling === 0)) return send(false)
  if (asking) return
  asking = true
  void consentTo(messageCost(sessionId, content))
    .then((consent) => {
      if (consent !== "no") send(consent === "anyway")
    })
    .finally(() => (asking = false))
}

/** The same for a question that is asked again. What a ceiling has refused is asked about in any case. */
export async function askAboutRetry(sessionId: string, answerId: string): Promise<Consent> {
  const messages = conversationStore.getState().messages[sessionId] ?? []
  const index = messages.findIndex(({ id }) => id === answerId)
  const failure = messages[index]?.failure
  if (failure?.kind === "cost-ceiling" && Object.keys(ceilingHeaders()).length > 0) {
    return ask(failureText(failure, texts().errors))
  }
  const question = messages[index - 1]
  return question ? consentTo(messageCost(sessionId, question.content, question.id)) : "yes"
}

type Consent = "yes" | "no" | "anyway"

async function consentTo(cost: MicroReais | undefined): Promise<Consent> {
  const { messageCeiling, dayCeiling } = useConfig.getState()
  if (cost === undefined || !isCharged()) return "yes"
  const t = texts().chat
  if (messageCeiling > 0 && cost > messageCeiling) {
    return ask(t.overMessageCeiling(presentMoney(cost), presentMoney(microReais(messageCeiling))))
  }
  if (dayCeiling === 0) return "yes"
  const spent = await spentToday()
  if (spent === undefined || spent + cost <= dayCeiling) return "yes"
  return ask(t.overDayCeiling(presentMoney(cost), presentMoney(spent), presentMoney(microReais(dayCeiling))))
}

async function ask(text: string): Promise<Consent> {
  return (await askToConfirm({ text, confirm: texts().chat.sendAnyway })) ? "anyway" : "no"
}

/** On all devices, as the server has it. */
async function spentToday(): Promise<MicroReais | undefined> {
  try {
    const { fetchStatement } = await import("../../../platform/statement-client.ts")
    const reply = await fetchStatement({ limit: 1 }, authHeaders(), AbortSignal.timeout(patienceMs))
    return reply.kind === "page" ? reply.statement.spentToday : undefined
  } catch {
    return undefined
  }
}

function decimal(ceiling: number): string {
  return toReais(microReais(ceiling)).toFixed(6)
}
