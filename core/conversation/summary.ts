import type { ChatMessage } from "../gateway/chat-request.ts"
import { contentText } from "../gateway/content.ts"
import { freeOutputTokens } from "../gateway/limits.ts"
import type { ModelAbilities } from "../gateway/model-abilities.ts"
import { isNanoModel } from "../models/capabilities.ts"
import type { ModelConfig } from "../settings/model-config.ts"
import { type AuxiliarySettings, auxiliarySettings } from "./auxiliary-settings.ts"
import { isWorthSending, largestUncompressed, memorySent } from "./context-window.ts"
import { areLargerThan, saidIn, type Message } from "./message.ts"
import type { Session } from "./session.ts"
import { estimateTokens } from "./token-estimate.ts"

/** The task of making one summary. */
export interface SummaryTask {
  readonly messages: readonly ChatMessage[]
  /** The id of the last message it will cover: by the time it is written, others may have gone or come before that. */
  readonly lastCoveredId: string
}

/**
 * The largest text that one summary is made from, in units of `token-estimate`: the server makes summaries of up to 20
 * 000 free of charge. A longer history takes several, each made from the one before and the next messages.
 */
const largestTask = 18_000

/** A message is cut to fit only if at least this much room is left; a shorter excerpt is not useful. */
const smallestExcerpt = 200

/**
 * The summary that is due: the messages not yet covered by one exceed the compress threshold, or, once that happened
 * (`goingOn`), more of them are left than is ever sent uncompressed. It covers the oldest of them. Indices count the
 * stored messages, errors included: NextChat filtered first, which makes them drift.
 */
export function summaryDue(
  session: Session,
  messages: readonly Message[],
  config: ModelConfig,
  goingOn = false,
): SummaryTask | undefined {
  if (!config.sendMemory || session.memoryPaused) return undefined
  const uncovered = uncoveredBy(session, messages)
  const threshold = goingOn ? largestUncompressed(config) : Infinity
  if (!areLargerThan(uncovered, Math.min(config.compressMessageLengthThreshold, threshold))) return undefined
  const before: readonly ChatMessage[] = memorySent(session, config)
    ? [{ role: "system", content: `Resumo da conversa até aqui: ${session.memoryPrompt}` }]
    : []
  let room = largestTask - before.reduce((sum, { content }) => sum + estimateTokens(contentText(content)), 0)
  const said: ChatMessage[] = []
  let lastCoveredId = ""
  for (const message of uncovered) {
    const text = saidIn(message)
    const size = estimateTokens(text)
    if (size > room && (said.length > 0 || room < smallestExcerpt)) break
    said.push({ role: message.role, content: size > room ? excerpt(text, room / size) : text })
    lastCoveredId = message.id
    room -= size
  }
  if (said.length === 0) return undefined
  return { messages: [...before, ...said, { role: "system", content: summaryPrompt }], lastCoveredId }
}

/** Whether the conversation is too short to be summarized: no larger than the compress threshold. */
export function isTooShortToSummarize(session: Session, messages: readonly Message[], config: ModelConfig): boolean {
  return !areLargerThan(uncoveredBy(session, messages), config.compressMessageLengthThreshold)
}

/**
 * How many messages a finished summary covers; undefined when its last covered message is gone, which makes it useless.
 */
export function coveredBy(task: SummaryTask, messages: readonly Message[]): number | undefined {
  const index = messages.findIndex(({ id }) => id === task.lastCoveredId)
  return index === -1 ? undefined : index + 1
}

function uncoveredBy(session: Session, messages: readonly Message[]): readonly Message[] {
  return messages.slice(Math.max(session.lastSummarizeIndex, session.clearContextIndex ?? 0)).filter(isWorthSending)
}

/** The beginning and the end of a text of which only a part has room. */
function excerpt(text: string, part: number): string {
  const characters = Math.floor(text.length * part * 0.9)
  const head = Math.ceil(characters * 0.7)
  return `${text.slice(0, head)}\n[…]\n${text.slice(text.length - (characters - head))}`
}

/** The settings of the summary call. `isFreeRole`: it is made by the free tier's model for a free user. */
export function summaryCall(compressModel: string, abilities: ModelAbilities, isFreeRole: boolean): AuxiliarySettings {
  if (isNanoModel(compressModel)) return auxiliarySettings(0.3, 4_000, abilities)
  return auxiliarySettings(0.3, isFreeRole ? freeOutputTokens : 8_000, abilities)
}

/** Whether a text is the request for a summary. */
export function isSummaryPrompt(text: string): boolean {
  return text === summaryPrompt
}

const summaryPrompt =
  "Resuma a conversa em no máximo 200 palavras, no idioma dela, guardando nomes, números, decisões e o que ficou em aberto. O resumo servirá de contexto para as próximas respostas. Responda somente com o resumo."
