import { contentText } from "../gateway/content.ts"
import type { ModelConfig } from "../settings/model-config.ts"
import type { Marks } from "./marks.ts"
import type { Message } from "./message.ts"
import { estimateTokens } from "./token-estimate.ts"

/** A conversation without its messages, which are rows of their own: a list of 1 000 stays light. */
export interface Session {
  readonly id: string
  /** Empty while the conversation has no title of its own: the words for "new chat" belong to the interface's language. */
  readonly topic: string
  /** The summary of older messages; empty when there is none. */
  readonly memoryPrompt: string
  readonly stat: SessionStat
  /** Epoch milliseconds. */
  readonly lastUpdate: number
  /** How many of the first messages the summary covers. */
  readonly lastSummarizeIndex: number
  /** How many of the first messages are no longer sent. */
  readonly clearContextIndex?: number
  readonly mask: SessionMask
  readonly messageCount: number

  /** Listed above all others. */
  readonly pinned?: boolean
  /** The folder it is kept in. One that does not exist counts as none. */
  readonly folderId?: string
  /** The list time it was moved to (0031); removed by the next message. */
  readonly listedAt?: number
  /** Never stored: gone when the page closes. */
  readonly temporary?: boolean
  /** Web search was chosen for this conversation; otherwise the settings decide. */
  readonly searchChosen?: boolean
  /** The summary is neither sent nor made anew. */
  readonly memoryPaused?: boolean
  /**
   * How many messages there were when the user last edited the summary by hand; from then on it is sent even if it
   * covers none. -1: before the first, where the context was cleared since.
   */
  readonly memoryEditedAt?: number
  /** Positions of the messages that the marks point to, as stored. In memory the page uses the counts instead. */
  readonly marks?: Marks
  /** The key of the last model change that was shown to the user (`models/model-change`); each is shown once. */
  readonly modelTold?: string
}

export interface SessionStat {
  /** In units of `token-estimate`. */
  readonly tokenCount: number
  readonly wordCount: number
  readonly charCount: number
}

/** The mask of a conversation: its preset messages and its model's settings. */
export interface SessionMask {
  readonly id: string
  readonly avatar: string
  readonly name: string
  /** Preset messages, sent before the history. */
  readonly context: readonly Message[]
  readonly hideContext?: boolean
  /** The conversation follows the global settings except for the model, which every conversation chooses for itself. */
  readonly syncGlobalConfig: boolean
  readonly modelConfig: ModelConfig
  readonly lang: string
  readonly builtin: boolean
  /** Epoch milliseconds. */
  readonly createdAt: number
  /** Ids of the plugins that were chosen (`plugin-choice.ts`). */
  readonly plugin?: readonly string[]
}

/** The facts of a new session that only the caller has. */
export interface NewSession {
  readonly id: string
  /** Epoch milliseconds. */
  readonly now: number
  readonly modelConfig: ModelConfig
  readonly lang: string
}

const noStat: SessionStat = { tokenCount: 0, wordCount: 0, charCount: 0 }

/** An empty conversation that follows the global settings. */
export function newSession({ id, now, modelConfig, lang }: NewSession): Session {
  return {
    id,
    topic: "",
    memoryPrompt: "",
    stat: noStat,
    lastUpdate: now,
    lastSummarizeIndex: 0,
    mask: {
      id,
      avatar: "gpt-bot",
      name: "",
      context: [],
      syncGlobalConfig: true,
      modelConfig,
      lang,
      builtin: false,
      createdAt: now,
    },
    messageCount: 0,
  }
}

/** Whether the conversation still has no title of its own. */
export function isUntitled(session: Session): boolean {
  return session.topic === ""
}

/**
 * The settings in effect for a conversation. Where it follows the global ones, its model is still its own, and so is
 * web search once that was chosen.
 */
export function modelConfigOf(session: Session, globalConfig: ModelConfig): ModelConfig {
  const own = session.mask.modelConfig
  if (!session.mask.syncGlobalConfig) return own
  const search = session.searchChosen ? { enable_web_search: own.enable_web_search } : {}
  return { ...globalConfig, ...search, model: own.model, providerName: own.providerName }
}

/** The topic of a copy: the source's with a number that no other has, "Aluguel (2)". Without a topic there is none. */
export function branchTopic(topic: string, taken: readonly string[]): string {
  if (topic === "") return ""
  const named = topic.replace(/ \(\d{1,4}\)$/, "")
  // "Copa do Mundo (2022)" is no copy of anything.
  const bare = taken.includes(named) ? named : topic
  let number = 2
  while (taken.includes(`${bare} (${number})`)) number += 1
  return `${bare} (${number})`
}

/**
 * Copies a conversation, or its first `messages`, under new ids; of an answer that is still arriving, the part so far
 * is copied. A question that waits for a connection waits in the source only: nobody asked for it twice. A copy of a temporary
 * conversation is temporary, too.
 */
export function forkSession(
  session: Session,
  messages: readonly Message[],
  { id, now, newId }: { readonly id: string; readonly now: number; readonly newId: () => string },
): { readonly session: Session; readonly messages: readonly Message[] } {
  const { pinned: _pinned, listedAt: _listedAt, ...forked } = session
  const ids = new Map(messages.map((message) => [message.id, newId()]))
  const inCopy = <Answer extends Pick<Message, "questionId">>(answer: Answer): Answer => {
    const questionId = ids.get(answer.questionId ?? "")
    return questionId === undefined ? answer : { ...answer, questionId }
  }
  return {
    session: {
      ...forked,
      id,
      lastUpdate: now,
      messageCount: messages.length,
      ...marksWithin(session, messages.length),
    },
    messages: messages.map(
      ({ id: source, streaming, queued: _queued, runId: _run, idempotencyKey: _key, versions, ...message }) => ({
        ...inCopy(message),
        id: ids.get(source) ?? source,
        ...(streaming ? { interrupted: true } : {}),
        ...(versions && { versions: { before: versions.before.map(inCopy), after: versions.after.map(inCopy) } }),
      }),
    ),
  }
}

/**
 * The marks (summary, cleared context) of a conversation of which only the first `count` messages are kept. A summary
 * that covers more than those is dropped.
 */
function marksWithin(session: Session, count: number): Partial<Session> {
  const { lastSummarizeIndex } = session
  return {
    ...movedMarks(session, (mark) => Math.min(mark, count)),
    ...(lastSummarizeIndex > count ? { lastSummarizeIndex: 0, memoryPrompt: "" } : {}),
  }
}

/** Where the context was cleared and the memory edited, moved. A memory of before the clearing stays one: -1 is before the first. */
export function movedMarks(
  { clearContextIndex, memoryEditedAt }: Pick<Session, "clearContextIndex" | "memoryEditedAt">,
  move: (mark: number) => number,
): Pick<Session, "clearContextIndex" | "memoryEditedAt"> {
  const cleared = clearContextIndex === undefined ? undefined : move(clearContextIndex)
  const isBefore = memoryEditedAt !== undefined && memoryEditedAt < (clearContextIndex ?? 0)
  return {
    ...(cleared === undefined ? {} : { clearContextIndex: cleared }),
    ...(memoryEditedAt === undefined
      ? {}
      : { memoryEditedAt: Math.min(move(memoryEditedAt), isBefore && cleared !== undefined ? cleared - 1 : Infinity) }),
  }
}

/** The counters after one more message. */
export function addToStat(stat: SessionStat, message: Message): SessionStat {
  const text = contentText(message.content)
  return {
    tokenCount: stat.tokenCount + estimateTokens(text),
    wordCount: stat.wordCount + (text.match(/\S+/g)?.length ?? 0),
    charCount: stat.charCount + text.length,
  }
}

export function resetStat(): SessionStat {
  return noStat
}
