import type { Citation, FinishReason, Redirection, WebSearch } from "../gateway/chat-event.ts"
import { filesOf, imagesOf, contentText, type Content, type ContentPart } from "../gateway/content.ts"
import type { Failure } from "../gateway/failure.ts"
import type { Usage } from "../gateway/usage.ts"
import type { MicroReais } from "../lib/micro-reais.ts"
import type { AnswerRound } from "./tool-rounds.ts"
import { estimateTokens, type EstimatedTokens } from "./token-estimate.ts"

/** One message of a conversation, as it is stored and painted. */
export interface Message {
  readonly id: string
  /** Epoch milliseconds. */
  readonly date: number
  readonly role: "user" | "assistant" | "system" | "tool"
  readonly content: Content
  /** The model that was asked (on answers). */
  readonly model?: string
  /**
   * The name of the provider that was asked, and whether the user's own key paid. They are kept because the chat may
   * have another model before the answer has ended.
   */
  readonly providerName?: string
  readonly own?: boolean
  /** An answer is still arriving. After a crash it may be stored like this: see `answer-interrupted`. */
  readonly streaming?: boolean
  /**
   * The message is never sent to a model again: it is an answer that failed with nothing to show, or the question of
   * such an answer.
   */
  readonly isError?: boolean
  readonly tools?: readonly MessageTool[]
  /** The rounds before this last one, oldest first, of an answer for which tools were called. */
  readonly rounds?: readonly AnswerRound[]

  /** The model's thinking, where the provider shows it. Never sent back. */
  readonly reasoning?: string
  /**
   * The time of the first reasoning word (epoch ms) and how long the reasoning lasted (ms); absent where no tab was
   * receiving.
   */
  readonly reasoningFrom?: number
  readonly reasoningMs?: number
  readonly citations?: readonly Citation[]
  /** The searches the answer rests on, in the order they began. */
  readonly searches?: readonly WebSearch[]
  /** How the answer ended. */
  readonly finish?: FinishReason
  /**
   * The failure as data. Its text is chosen when it is painted (`i18n/failure-text`), so it follows the language
   * (0010).
   */
  readonly failure?: Failure
  /** The question was never sent: it waits for a connection, and `failure` says that there was none. */
  readonly queued?: Queued
  /** No ending was received: the page closed, or the connection was lost for good. */
  readonly interrupted?: boolean

  /** The server's run of this answer, by which it is resumed and stopped and its cost is looked up. */
  readonly runId?: string
  /** Sent with the question and with each of its retries, so that it is charged once. */
  readonly idempotencyKey?: string
  readonly cost?: MicroReais
  /** The answer was cut because the balance afforded no more. */
  readonly limitedByBalance?: boolean
  readonly usage?: Usage
  /** Another model answered than the one that was asked. */
  readonly redirected?: Redirection

  /** The other answers to the same question, of which this message is the one shown and sent along. */
  readonly versions?: AnswerVersions
  /** The message of the question that this version was given to; absent without others, and where an earlier page asked. */
  readonly questionId?: string
  /**
   * The words of that question at that time; it may have been edited since. The shown version has them only where it came to be
   * shown while its question did not stand before it: nobody has put them there yet.
   */
  readonly question?: Content
}

/** A question that waits for a connection. */
export interface Queued {
  /** Since when, epoch milliseconds. */
  readonly at: number
  /** The price that was shown when it was written, in micro-reais; absent where none was known. */
  readonly agreedMicro?: number
  /** The price for which the user agreed to send it past their ceilings, in micro-reais; absent where they did not. */
  readonly pastCeilingMicro?: number
}

/** The answers that were given before and after the shown one, in the order they were given. */
export interface AnswerVersions {
  readonly before: readonly AnswerVersion[]
  readonly after: readonly AnswerVersion[]
}

/** An answer that is not shown now. It keeps its message's id, so that the place on the screen and on the disk is one. */
export type AnswerVersion = Omit<Message, "id" | "role" | "streaming" | "versions">

/** A tool the model called; the shape is the ancestor's, so that its backups can be read. */
export interface MessageTool {
  readonly id: string
  readonly type: "function"
  readonly function: { readonly name: string; readonly arguments: string }
  /** Goes back to the provider with the call (`ToolCall.signature`). */
  readonly signature?: string
  /** Its display name. */
  readonly title?: string
  /** The plugin's operation that the call is for (`operationOf`); empty for one of the page's own tools, absent until the call is received. */
  readonly operation?: string
  /** The round it belongs to is complete, and the page sees to its calls. */
  readonly received?: true
  /** The call was started; it is not started again. */
  readonly begun?: true
  /** The tool's reply. */
  readonly content?: string
  readonly isError?: boolean
  readonly errorMsg?: string
  /** The user was asked and did not let it run. */
  readonly refused?: true
}

/** A message of the user. */
export function userMessage(id: string, date: number, content: Content): Message {
  return { id, date, role: "user", content }
}

/** The model that produced an answer, as far as that is known. */
export function calledModel({ model, redirected }: Pick<Message, "model" | "redirected">): string | undefined {
  return redirected?.called ?? model
}

/** The empty answer that is appended together with its question. */
export function pendingAnswer(id: string, date: number, model: string): Message {
  return { id, date, role: "assistant", content: "", model, streaming: true }
}

/** Whether there is anything of an answer to show: text, an image or a tool call. Thinking alone is no answer. */
export function hasContent(message: Message): boolean {
  return hasWords(message) || (message.tools?.length ?? 0) > 0
}

/** Whether there is anything to send to a model again. */
export function hasWords(message: Message): boolean {
  return saidIn(message).trim() !== "" || imagesOf(message.content).length > 0
}

/** The text of a message, including all its rounds. */
export function saidIn({ content, rounds = [] }: Message): string {
  const texts = [...rounds.map((round) => contentText(round.content)), contentText(content)]
  return rounds.length === 0 ? contentText(content) : texts.filter((text) => text.trim() !== "").join("\n\n")
}

/** A message's content with the text of all its rounds. */
export function wholeContent(message: Message): Content {
  return message.rounds === undefined ? message.content : withWords(message.content, saidIn(message))
}

/** Content with other words; its files and images stay. */
export function withWords(content: Content, words: string): Content {
  if (typeof content === "string") return words
  const rest: readonly ContentPart[] = [...filesOf(content), ...imagesOf(content)]
  if (rest.length === 0) return words
  return words === "" ? rest : [{ type: "text", text: words }, ...rest]
}

/** The estimated size of a message's text. */
export function messageSize(message: Message): EstimatedTokens {
  return estimateTokens(saidIn(message))
}

/** The estimated size of many messages. */
export function messagesSize(messages: readonly Message[]): EstimatedTokens {
  return messages.reduce((sum, message) => sum + messageSize(message), 0) as EstimatedTokens
}

/** Whether many messages are larger than `limit` together; reads no further than it must, so a huge chat costs no more. */
export function areLargerThan(messages: readonly Message[], limit: number): boolean {
  let size = 0
  return messages.some((message) => (size += messageSize(message)) > limit)
}
