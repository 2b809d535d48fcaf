import type { ChatEvent } from "../gateway/chat-event.ts"
import type { Content } from "../gateway/content.ts"
import type { Failure } from "../gateway/failure.ts"
import type { ToolReply } from "../plugins/tool.ts"
import type { Folder } from "./folder.ts"
import type { Message } from "./message.ts"
import type { Session, SessionMask } from "./session.ts"

/** What happened to the conversations. Ids and clock come with the event; an event about something unknown changes nothing. */
export type ConversationEvent = ListEvent | FolderEvent | SessionEvent | AnswerEvent | MessageEvent

/** To the list of sessions. */
export type ListEvent =
  /** New, or forked when it brings messages: at the front, selected. */
  | { readonly type: "session-created"; readonly session: Session; readonly messages?: readonly Message[] }
  | { readonly type: "session-selected"; readonly sessionId: string }
  /** To the place right before or after another one, among the pinned, in its folder or outside, wherever that stands. */
  | {
      readonly type: "session-moved"
      readonly sessionId: string
      readonly side: "before" | "after"
      readonly besideId: string
    }
  /** Can be undone until `session-purged`; answers go on arriving meanwhile. `fresh` is used if it was the last one. */
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

/** To the folders. */
export type FolderEvent =
  | { readonly type: "folder-created"; readonly folder: Folder }
  | { readonly type: "folder-renamed"; readonly folderId: string; readonly name: string }
  | { readonly type: "folder-collapsed"; readonly folderId: string; readonly collapsed: boolean }
  /** Its conversations stay, outside of any folder. */
  | { readonly type: "folder-deleted"; readonly folderId: string }
  | { readonly type: "folders-changed-elsewhere"; readonly folders: readonly Folder[] }

/** To one session as a whole. */
export type SessionEvent = { readonly sessionId: string } & (
  | { readonly type: "session-renamed"; readonly topic: string }
  | { readonly type: "session-reset"; readonly now: number }
  | { readonly type: "session-pinned"; readonly pinned: boolean }
  /** Into a folder, or out of all with none. */
  | { readonly type: "session-filed"; readonly folderId?: string | undefined }
  | { readonly type: "mask-changed"; readonly mask: Partial<SessionMask> }
  | { readonly type: "model-chosen"; readonly model: string; readonly providerName: string }
  /** Its reader knows, or has agreed, that another model answers. */
  | { readonly type: "model-told"; readonly change: string }
  /** Whether its questions may be answered from the web. */
  | { readonly type: "search-chosen"; readonly on: boolean }
  | { readonly type: "context-cleared" }
  /** Undoes a clearing; `clearContextIndex` is the one before it. */
  | { readonly type: "context-restored"; readonly clearContextIndex?: number | undefined }
  | { readonly type: "summary-written"; readonly memoryPrompt: string; readonly lastSummarizeIndex: number }
  /** Written by hand; an empty text clears it. */
  | { readonly type: "memory-edited"; readonly memoryPrompt: string }
  | { readonly type: "memory-paused"; readonly paused: boolean }
)

/** To one answer, in the session and message that asked, whatever is selected. */
export type AnswerEvent = { readonly sessionId: string; readonly messageId: string } & (
  | { readonly type: "answer-started"; readonly runId: string }
  /** `now`: when they arrived, where somebody watched them arrive. */
  | { readonly type: "answer-advanced"; readonly events: readonly ChatEvent[]; readonly now?: number }
  | { readonly type: "answer-finished"; readonly now: number }
  | { readonly type: "answer-failed"; readonly failure: Failure; readonly now: number }
  /** Its end was not seen: found open after a crash, or the connection is gone. */
  | { readonly type: "answer-interrupted" }
  /** This tab follows it from now on: after a reload, a crash, or in place of a tab that closed. */
  | { readonly type: "answer-resumed" }
  /** The tools it calls are run from now on; what people call each. */
  | { readonly type: "tools-begun"; readonly titles: readonly (string | undefined)[] }
  | { readonly type: "tool-answered"; readonly index: number; readonly reply: ToolReply }
  /** The tools have answered: the model goes on in a run of its own. */
  | { readonly type: "round-begun"; readonly idempotencyKey: string }
  /** Its run was replayed from the first frame, to where this answer stood or further. */
  | { readonly type: "answer-replayed"; readonly events: readonly ChatEvent[] }
  /** Asked again: `answer` takes the place of the old one, which is kept as a version. `question`: asked in other words. */
  | { readonly type: "answer-retried"; readonly answer: Message; readonly question?: Content }
  /** Another version is the one that is shown and sent along; `step` is how many further (negative: back). */
  | { readonly type: "version-shown"; readonly step: number }
)

/** To the messages of one session. */
export type MessageEvent = { readonly sessionId: string } &
  /** Read from storage. What this tab already knows of a message is newer and stays. */
  (
    | { readonly type: "messages-loaded"; readonly messages: readonly Message[] }
    /** Dropped from memory only. */
    | { readonly type: "messages-unloaded" }
    | { readonly type: "message-sent"; readonly question: Message; readonly answer: Message }
    | { readonly type: "message-deleted"; readonly messageId: string }
    | { readonly type: "message-restored"; readonly message: Message; readonly index: number }
    | { readonly type: "message-edited"; readonly messageId: string; readonly content: Content }
  )
