import type { ChatRequest } from "#core/gateway/chat-request.ts"
import { requestChat } from "../../platform/gateway-client.ts"
import { applyBalance, authHeaders } from "../../state/access-store.ts"

/** Longest an answer that nobody watches is waited for. */
const timeoutMs = { title: 30_000, summary: 120_000 } as const

/** The text of an answer nobody watches, a title's or a summary's; empty when it failed. */
export async function askAside(kind: keyof typeof timeoutMs, request: ChatRequest): Promise<string> {
  const signal = AbortSignal.timeout(timeoutMs[kind])
  const answer = await requestChat({ request, headers: authHeaders(), signal })
  if (!answer.ok) return ""
  let text = ""
  for await (const events of answer.value.events) {
    for (const event of events) {
      if (event.type === "failure") return ""
      if (event.type === "balance") applyBalance(event.balance)
      if (event.type === "text-delta") text += event.text
    }
  }
  return text
}
