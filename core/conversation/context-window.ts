import type { ChatMessage } from "../gateway/chat-request.ts"
import { imagesOf, contentText, type Content } from "../gateway/content.ts"
import { canSeeImages } from "../models/capabilities.ts"
import type { ModelConfig } from "../settings/model-config.ts"
import { areLargerThan, hasWords, messageSize, wholeContent, type Message } from "./message.ts"
import { imageNotes } from "./image-notes.ts"
import type { Session } from "./session.ts"

/** Largest context when `max_tokens` is unset, and most that may go uncompressed; in units of `token-estimate`. */
const largestContext = 32_000
const smallestUncompressed = 4_000

/** The parts that a context is built from. */
export interface ContextSource {
  readonly session: Session
  /** All messages before the question, oldest first. */
  readonly history: readonly Message[]
  readonly question: Message
  readonly config: ModelConfig
  /** The injected system prompt (`system-prompt`), if this model gets one. */
  readonly systemPrompt?: string | undefined
  /** Whether the model sees pictures, where more is known of it than its name suggests. */
  readonly seesImages?: boolean
  /** Most characters of all texts together; the oldest of the history are left out beyond that. Absent: no such limit. */
  readonly mostCharacters?: number
}

/**
 * Builds the list of messages for a question, in NextChat's order: the injected system prompt, the summary of older
 * messages, the mask's preset messages, recent history, the question.
 */
export function buildContext(source: ContextSource): readonly ChatMessage[] {
  const { session, question, config, systemPrompt, seesImages = canSeeImages(config.model), mostCharacters } = source
  const memory = memorySent(session, config) ? [systemMessage(memoryText(session.memoryPrompt))] : []
  const injected = systemPrompt === undefined ? [] : [systemMessage(systemPrompt)]
  const preset = session.mask.context.filter(isWorthSending)
  const toSend = (messages: readonly Message[]) => messages.map((message) => toChatMessage(message, seesImages))
  const before = [...injected, ...memory, ...toSend(preset)]
  const history = toSend(recentHistory(source))
  const asked = toSend([question])
  const room = (mostCharacters ?? Infinity) - charactersOf(before) - charactersOf(asked)
  return [...before, ...newestWithin(history, room), ...asked]
}

/** The longest end of the list whose texts have at most so many characters. */
function newestWithin(messages: readonly ChatMessage[], mostCharacters: number): readonly ChatMessage[] {
  let start = messages.length
  let room = mostCharacters
  for (const message of messages.toReversed()) {
    room -= contentText(message.content).length
    if (room < 0) break
    start--
  }
  return messages.slice(start)
}

function charactersOf(messages: readonly ChatMessage[]): number {
  return messages.reduce((sum, { content }) => sum + contentText(content).length, 0)
}

/**
 * The messages of the history that are sent: from the newest backwards while they and the question fit `max_tokens`
 * (32 000 if unset), without errors, and nothing from before a cleared context. Where the summary is sent, it stands for
 * the messages it covers, except for the last `historyMessageCount`. If all that is more than min(`max_tokens` or 4000,
 * 32000), only the last `historyMessageCount` are considered.
 */
export function recentHistory({ session, history, question, config }: ContextSource): readonly Message[] {
  const lastOnes = Math.max(0, history.length - config.historyMessageCount)
  const cleared = session.clearContextIndex ?? 0
  const summarized = memorySent(session, config) ? Math.min(session.lastSummarizeIndex, lastOnes) : 0
  const start = Math.max(cleared, summarized)
  const tooLong = areLargerThan(history.slice(start).filter(isWorthSending), largestUncompressed(config))
  const candidates = history.slice(tooLong ? Math.max(start, lastOnes) : start).filter(isWorthSending)
  return newestThatFit(candidates, (config.max_tokens || largestContext) - messageSize(question))
}

/**
 * The largest history, in units of `token-estimate`, that is sent without cutting it to the last `historyMessageCount`.
 */
export function largestUncompressed(config: ModelConfig): number {
  return Math.min(config.max_tokens || smallestUncompressed, largestContext)
}

/**
 * Whether the summary is sent: it is enabled, exists, and either covers messages that were not cleared or was edited by
 * hand since.
 */
export function memorySent(session: Session, config: ModelConfig): boolean {
  if (!config.sendMemory || session.memoryPaused || session.memoryPrompt === "") return false
  const { lastSummarizeIndex, clearContextIndex, memoryEditedAt } = session
  if (clearContextIndex === undefined) return lastSummarizeIndex > 0 || memoryEditedAt !== undefined
  return Math.max(lastSummarizeIndex - 1, memoryEditedAt ?? -1) >= clearContextIndex
}

/** The longest end of the list whose estimated size is at most `budget`. */
function newestThatFit(messages: readonly Message[], budget: number): readonly Message[] {
  let start = messages.length
  let size = 0
  while (start > 0) {
    const next = messages[start - 1]
    if (next === undefined || size + messageSize(next) > budget) break
    size += messageSize(next)
    start--
  }
  return messages.slice(start)
}

/** Whether a message is worth sending: it is no error, is complete and has content. */
export function isWorthSending(message: Message): boolean {
  return !message.isError && !message.streaming && message.role !== "tool" && hasWords(message)
}

function toChatMessage(message: Message, seesImages: boolean): ChatMessage {
  return { role: message.role, content: contentFor(wholeContent(message), seesImages) }
}

/**
 * The content for a model: plain text where there is no image. A model that sees no images gets a note in place of
 * each.
 */
function contentFor(content: Content, seesImages: boolean): Content {
  if (typeof content === "string" || imagesOf(content).length === 0) return contentText(content)
  if (seesImages) return content.map((part) => (part.type === "text" ? { type: "text", text: part.text } : part))
  return contentText(content.map((part) => (part.type === "text" ? part : { type: "text", text: imageNotes.unseen })))
}

function systemMessage(content: string): ChatMessage {
  return { role: "system", content }
}

function memoryText(summary: string): string {
  return `Este é um resumo do que já foi conversado, para você lembrar do contexto: ${summary}`
}
