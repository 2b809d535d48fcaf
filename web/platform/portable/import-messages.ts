import type { SkipReason, SourceName } from "#core/portable/imported-chat.ts"
import type { JsonObject } from "#core/lib/fields.ts"
import type { ModelConfig } from "#core/settings/model-config.ts"

/* What the page and its import worker say to each other. */

/** What the worker needs of the page: its settings, and the words for what is missing. */
export interface ImportHabits {
  readonly modelConfig: ModelConfig
  readonly lang: string
  /** Epoch milliseconds. */
  readonly now: number
  readonly words: { readonly missingPicture: string; readonly branch: string }
}

export type ImportTask =
  | { readonly type: "survey"; readonly files: readonly File[]; readonly habits: ImportHabits }
  | { readonly type: "import"; readonly files: readonly File[]; readonly habits: ImportHabits }
  /** `isShared`: this browser syncs. */
  | { readonly type: "restore"; readonly file: File; readonly isReplacing: boolean; readonly isShared: boolean }
  | { readonly type: "undo"; readonly importId: string }
  | { readonly type: "cancel" }

/** Why a whole file cannot be read. */
export type FileTrouble =
  | "future"
  | "several"
  | "bomb"
  | "damaged"
  | "locked"
  | "packed"
  | "unsupported"
  | "html"
  | "unreadable"
  | "storage"
  | "full"

export interface Skipped {
  readonly reason: SkipReason
  readonly count: number
  /** Of the first ones. */
  readonly titles: readonly string[]
}

/** What a file holds, and what came, or would come, of it. Every entry is in exactly one of `came`, `grown`, `filled` and `skipped`. */
export interface ImportReport {
  readonly sources: readonly SourceName[]
  readonly entries: number
  readonly came: number
  /** Conversations that were here and got more messages. */
  readonly grown: number
  /** Conversations that were here and get only pictures, or texts of files, that they lacked. */
  readonly filled: number
  readonly skipped: readonly Skipped[]
  /** Of what came. */
  readonly messages: number
  readonly versions: number
  readonly branches: number
  readonly pictures: number
  readonly missingPictures: number
  /** Files of which only the name is there. */
  readonly missingFiles: number
  readonly masks: number
  readonly prompts: number
  readonly plugins: number
  /** Hidden messages and the like, which are no part of a conversation. */
  readonly leftOut: number
  /** Epoch milliseconds. */
  readonly from?: number
  readonly to?: number
  /** The first titles. */
  readonly sample: readonly string[]
  /** Files of the archive in which no conversations are, and those that end too early. */
  readonly otherFiles: readonly string[]
  readonly cutFiles: readonly string[]
  readonly settings: readonly { readonly store: "app-config" | "access-control"; readonly value: JsonObject }[]
  /** A copy of ours: it is restored, not imported. */
  readonly copy?: CopyFacts
  readonly isCancelled: boolean
  /** By which it can be undone; absent where nothing came. */
  readonly importId?: string
}

/** What stands in a copy of ours. */
export interface CopyFacts {
  /** The file that is restored. */
  readonly file: File
  readonly savedAt?: string
  readonly counts: Readonly<Record<string, number>>
  readonly local: JsonObject
  readonly secrets?: JsonObject
  readonly imageBytes: number
}

/** What of a copy could not be read, and is not here either. */
export interface RestoreLosses {
  readonly lostRecords: number
  readonly lostPictures: number
}

/** What came of undoing an import. */
export interface Undone {
  readonly removed: number
  /** What somebody changed since it came. */
  readonly kept: number
  /** Conversations that a later import made grow, and which are that one's now. */
  readonly passedOn: number
}

export type FromImportWorker =
  | { readonly type: "progress"; readonly done: number; readonly whole: number }
  | { readonly type: "done"; readonly report: ImportReport }
  | ({ readonly type: "undone" } & Undone)
  | ({ readonly type: "restored" } & RestoreLosses)
  | { readonly type: "trouble"; readonly trouble: FileTrouble; readonly fileName?: string }
