import type { ChatEvent } from "../gateway/chat-event.ts"
import type { Content } from "../gateway/content.ts"
import type { Failure } from "../gateway/failure.ts"
import type { ToolReply } from "../plugins/tool.ts"
import type { ModelConfig } from "../settings/model-config.ts"
import type { Folder } from "./folder.ts"
import type { Message, Queued } from "./message.ts"
import type { Session, SessionMask } from "./session.ts"
import type { ReceivedTool } from "./tool-rounds.ts"

/**
 * Everything that can happen to the conversations. Ids and times come with the event; an event about an unknown record
 * changes nothing.
 */
export type ConversationEvent = ListEvent | FolderEvent | SessionEvent | AnswerEvent | MessageEvent

/** Events of the list of sessions. */
export type ListEvent =
  /** A new session, or a fork when it brings messages. It goes to the front and is selected. */
  | {
      readonly type: "session-created"
      readonly session: Session
      readonly messages?: readonly Message[]
      /** The reader stays where they are. */
      readonly unopened?: true
    }
  | { readonly type: "session-selected"; readonly sessionId: string }
  /** An unused session takes the place of a new one: it goes to the front and is selected. `now`: epoch milliseconds. */
  | { readonly type: "session-reused"; readonly sessionId: string; readonly now: number }
  /** Moves a session right before or after another one, into the section (pinned, folder or neither) of that one. */
  | {
      readonly type: "session-moved"
      readonly sessionId: string
      readonly side: "before" | "after"
      readonly besideId: string
    }
  /**
   * The deletion can be undone until `session-purged`; answers go on arriving meanwhile. `fresh` takes its place if it
   * was the last session.
   */
  | { readonly type: "session-deleted"; readonly sessionId: string; readonly fresh: Session }
  | { readonly type: "session-restored"; readonly sessionId: string }
  | { readonly type: "session-purged"; readonly sessionId: string }
  | { readonly type: "all-sessions-deleted"; readonly fresh: Session }
  | {
      readonly type: "sessions-changed-elsewhere"
      /** Sessions written by another tab, new ones included. */
      readonly changed: readonly Session[]
      readonly removed: readonly string[]
      readonly order: readonly string[]
      /** Their messages; only sessions loaded here need to be named. */
      readonly messages: Readonly<Record<string, readonly Message[]>>
      readonly fresh: Session
    }

/** Events of the folders. */
export type FolderEvent =
  | { readonly type: "folder-created"; readonly folder: Folder }
  | { readonly type: "folder-renamed"; readonly folderId: string; readonly name: string }
  | { readonly type: "folder-collapsed"; readonly folderId: string; readonly collapsed: boolean }
  /** Its conversations stay, outside of any folder. */
  | { readonly type: "folder-deleted"; readonly folderId: string }
  | { readonly type: "folders-changed-elsewhere"; readonly folders: readonly Folder[] }

/** Events of one session as a whole. */
export type SessionEvent = { readonly sessionId: string } & (
  | { readonly type: "session-renamed"; readonly topic: string }
  | { readonly type: "session-reset"; readonly now: number }
  | { readonly type: "session-pinned"; readonly pinned: boolean }
  /** The session was put into a folder; without `folderId`, taken out of its folder. */
  | { readonly type: "session-filed"; readonly folderId?: string | undefined }
  | { readonly type: "mask-changed"; readonly mask: Partial<SessionMask> }
  /**
   * `inEffect`: the settings that were in effect where the user chose the model, which the conversation keeps as its own. Absent
   * where the page did: the conversation then follows the global ones as before.
   */
  | {
      readonly type: "model-chosen"
      readonly model: string
      readonly providerName: string
      readonly inEffect?: ModelConfig
    }
  /** The user was informed of, or agreed to, another model answering. */
  | { readonly type: "model-told"; readonly change: string }
  /** Web search was switched on or off for this conversation. */
  | { readonly type: "search-chosen"; readonly on: boolean }
  | { readonly type: "context-cleared" }
  /** Undoes a clearing; `clearContextIndex` is the one before it. */
  | { readonly type: "context-restored"; readonly clearContextIndex?: number | undefined }
  | { readonly type: "summary-written"; readonly memoryPrompt: string; readonly lastSummarizeIndex: number }
  /** The user edited the memory; an empty text clears it. */
  | { readonly type: "memory-edited"; readonly memoryPrompt: string }
  | { readonly type: "memory-paused"; readonly paused: boolean }
)

/** Events of one answer, in the session and message that asked, whatever is selected. */
export type AnswerEvent = { readonly sessionId: string; readonly messageId: string } & (
  | { readonly type: "answer-started"; readonly runId: string }
  /** `now`: when they arrived, where somebody watched them arrive. */
  | { readonly type: "answer-advanced"; readonly events: readonly ChatEvent[]; readonly now?: number }
  | { readonly type: "answer-finished"; readonly now: number }
  | { readonly type: "answer-failed"; readonly failure: Failure; readonly now: number; readonly queued?: Queued }
  /** The end of the answer was not received: it was found open after a crash, or the connection was lost for good. */
  | { readonly type: "answer-interrupted" }
  /** This tab reads the answer from now on: after a reload, a crash, or in place of a tab that closed. */
  | { readonly type: "answer-resumed" }
  /** The round is complete and its calls are being seen to, each with what is known of its tool. */
  | { readonly type: "tools-received"; readonly tools: readonly ReceivedTool[] }
  /** A tool call is being executed. */
  | { readonly type: "tool-begun"; readonly index: number }
  | { readonly type: "tool-answered"; readonly index: number; readonly reply: ToolReply }
  /** All tools have replied: the model continues in a new run. */
  | { readonly type: "round-begun"; readonly idempotencyKey: string }
  /** The run was replayed from its first frame at least as far as this answer had come. */
  | { readonly type: "answer-replayed"; readonly events: readonly ChatEvent[] }
  /**
   * The question was asked again: `answer` takes the place of the old answer, which is kept as a version. `question` is
   * present when it was asked in other words.
   */
  | { readonly type: "answer-retried"; readonly answer: Message; readonly question?: Content }
  /** Another version is shown and sent from now on; `step` is how many further (negative: back). */
  | { readonly type: "version-shown"; readonly step: number }
  /** The answer is not asked for after all: the version before it is shown again, with its question. Without one nothing changes. */
  | { readonly type: "answer-withdrawn" }
  /** The user has agreed to send its question, which waits for a connection, as `queued` has it. */
  | { readonly type: "answer-agreed"; readonly queued: Queued }
  /** Its question waits for a connection no more: the answer has failed, and can be asked for again. */
  | { readonly type: "answer-unqueued" }
)

/** Events of the messages of one session. */
export type MessageEvent = { readonly sessionId: string } &
  /** The messages were read from storage, where each stands at its position. A message that this tab already has is newer and stays. */
  (
    | {
        readonly type: "messages-loaded"
        readonly messages: readonly Message[]
        readonly positions?: readonly number[]
      }
    /** Dropped from memory only. */
    | { readonly type: "messages-unloaded" }
    | { readonly type: "message-sent"; readonly question: Message; readonly answer: Message }
    | { readonly type: "message-deleted"; readonly messageId: string }
    | { readonly type: "message-restored"; readonly message: Message; readonly index: number }
    | { readonly type: "message-edited"; readonly messageId: string; readonly content: Content }
  )
