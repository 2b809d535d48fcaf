import { textOf } from "../gateway/content.ts"
import type { ModelConfig } from "../settings/model-config.ts"
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
  /** Where it was moved to in the list: it stands as if last touched then. Gone with the next message. */
  readonly listedAt?: number
  /** Never stored: gone when the page closes. */
  readonly temporary?: boolean
  /** Whether the web is searched was chosen for this conversation; else the settings say. */
  readonly searchChosen?: boolean
  /** The summary is neither sent nor made anew. */
  readonly memoryPaused?: boolean
  /** How many messages there were when somebody last wrote into the summary by hand; it counts from there, not only by what it covers. */
  readonly memoryEditedAt?: number
  /** The change of model that was told and read, or agreed to (`models/model-change`): it is told once. */
  readonly modelTold?: string
}

export interface SessionStat {
  /** In units of `token-estimate`. */
  readonly tokenCount: number
  readonly wordCount: number
  readonly charCount: number
}

/** The role a conversation is held in: its preset messages and its model's settings. */
export interface SessionMask {
  readonly id: string
  readonly avatar: string
  readonly name: string
  /** Preset messages, sent before the history. */
  readonly context: readonly Message[]
  readonly hideContext?: boolean
  /** The global settings count, all but the model, which every conversation chooses for itself. */
  readonly syncGlobalConfig: boolean
  readonly modelConfig: ModelConfig
  readonly lang: string
  readonly builtin: boolean
  /** Epoch milliseconds. */
  readonly createdAt: number
  /** Ids of plugins. */
  readonly plugin?: readonly string[]
}

/** What only the caller knows of a new session. */
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

/** The settings a conversation is held with: where it follows the global ones, its model is its own, and whether it searches once that was chosen. */
export function modelConfigOf(session: Session, globalConfig: ModelConfig): ModelConfig {
  const own = session.mask.modelConfig
  if (!session.mask.syncGlobalConfig) return own
  const search = session.searchChosen ? { enable_web_search: own.enable_web_search } : {}
  return { ...globalConfig, ...search, model: own.model, providerName: own.providerName }
}

/**
 * A copy of a conversation, or of its first `messages`, under new ids; an answer still arriving is copied as far as it
 * came. A copy of a temporary one is temporary, too.
 */
export function forkSession(
  session: Session,
  messages: readonly Message[],
  { id, now, newId }: { readonly id: string; readonly now: number; readonly newId: () => string },
): { readonly session: Session; readonly messages: readonly Message[] } {
  const { pinned: _pinned, listedAt: _listedAt, ...forked } = session
  return {
    session: {
      ...forked,
      id,
      lastUpdate: now,
      messageCount: messages.length,
      ...marksWithin(session, messages.length),
    },
    messages: messages.map(({ streaming, runId: _run, idempotencyKey: _key, ...message }) => ({
      ...message,
      id: newId(),
      ...(streaming ? { interrupted: true } : {}),
    })),
  }
}

/** The marks of a conversation of which only the first `count` messages are kept. A summary of more than those is none. */
function marksWithin(session: Session, count: number): Partial<Session> {
  const { lastSummarizeIndex, clearContextIndex } = session
  return {
    ...(clearContextIndex !== undefined && clearContextIndex > count ? { clearContextIndex: count } : {}),
    ...(lastSummarizeIndex > count ? { lastSummarizeIndex: 0, memoryPrompt: "" } : {}),
  }
}

/** The counters after one more message was said. */
export function addToStat(stat: SessionStat, message: Message): SessionStat {
  const text = textOf(message.content)
  return {
    tokenCount: stat.tokenCount + estimateTokens(text),
    wordCount: stat.wordCount + (text.match(/\S+/g)?.length ?? 0),
    charCount: stat.charCount + text.length,
  }
}

export function resetStat(): SessionStat {
  return noStat
}
