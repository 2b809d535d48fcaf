import type { ChatMessage } from "../gateway/chat-request.ts"
import { textOf } from "../gateway/content.ts"
import { freeModel, freeOutputTokens } from "../gateway/limits.ts"
import { isNanoModel } from "../models/capabilities.ts"
import type { ModelConfig } from "../settings/model-config.ts"
import { isWorthSending, memorySent } from "./context-window.ts"
import { areLargerThan, type Message } from "./message.ts"
import type { Session } from "./session.ts"

/** A summary to be asked for. */
export interface SummaryTask {
  readonly messages: readonly ChatMessage[]
  /** How many messages the summary will cover; goes into the session with it. */
  readonly lastSummarizeIndex: number
}

/**
 * The summary that is due, if the messages not yet covered by one exceed the compress threshold. Indices count the stored
 * messages, errors included: filtering first, as the ancestor did, makes them drift.
 */
export function summaryDue(
  session: Session,
  messages: readonly Message[],
  config: ModelConfig,
): SummaryTask | undefined {
  if (!config.sendMemory) return undefined
  const from = Math.max(session.lastSummarizeIndex, session.clearContextIndex ?? 0)
  const uncovered = messages.slice(from).filter(isWorthSending)
  if (!areLargerThan(uncovered, config.compressMessageLengthThreshold)) return undefined
  const tooLong = areLargerThan(uncovered, Math.min(config.max_tokens || 4_000, 32_000))
  const recent = tooLong ? uncovered.slice(-Math.max(1, config.historyMessageCount)) : uncovered
  const said = recent.map((message): ChatMessage => ({ role: message.role, content: textOf(message.content) }))
  const before: readonly ChatMessage[] = memorySent(session, config)
    ? [{ role: "system", content: `Resumo da conversa até aqui: ${session.memoryPrompt}` }]
    : []
  return {
    messages: [...before, ...said, { role: "system", content: summaryPrompt }],
    lastSummarizeIndex: messages.length,
  }
}

/** How the summary call is made; the cap in tokens. */
export function summaryCall(
  compressModel: string,
  isFree: boolean,
): { readonly temperature: number; readonly max_tokens: number } {
  if (isNanoModel(compressModel)) return { temperature: 0.3, max_tokens: 4_000 }
  return { temperature: 0.3, max_tokens: isFree && compressModel === freeModel ? freeOutputTokens : 8_000 }
}

const summaryPrompt =
  "Resuma a conversa em no máximo 200 palavras, no idioma dela, guardando nomes, números, decisões e o que ficou em aberto. O resumo servirá de contexto para as próximas respostas. Responda somente com o resumo."
