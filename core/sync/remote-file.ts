import type { DocumentTrouble } from "./document.ts"
import type { Unfamiliar } from "./unfamiliar.ts"

/** A file somewhere else that other devices write too. Reading and writing it never throw. */
export interface RemoteFile {
  /** Tags name the last write that came to its end: while another one is under way, they say nothing of what is read. */
  readonly isTagOfWrite?: boolean
  /** `known`: the file as it was when everything in it was here; where it still is that one, nobody needs to read it again. */
  readonly read: (known?: FileTag) => Promise<FileRead>
  /**
   * Writes the file where it still is as it was read. `nonce` is the name of this very write, which stands in its first bytes: it
   * tells whether the write is there where the server's answer does not.
   */
  readonly write: (text: readonly string[], nonce: string, over: FileTag) => Promise<FileWritten>
}

/** What a file was when it was read. */
export interface FileTag {
  readonly isThere: boolean
  readonly etag?: string
}

export type FileRead =
  | { readonly type: "read"; readonly text: string; readonly tag: FileTag }
  | { readonly type: "absent"; readonly tag: FileTag }
  | { readonly type: "unchanged" }
  | { readonly type: "trouble"; readonly trouble: FileTrouble }

export type FileWritten =
  /** `tag`: what it is now, where that was told. */
  | { readonly type: "written"; readonly tag?: FileTag }
  /** Another device was quicker: it is to be read again. */
  | { readonly type: "changed" }
  | { readonly type: "trouble"; readonly trouble: FileTrouble }

/** Why a remote could not be read or written. */
export type FileTrouble =
  | { readonly kind: "network" }
  /** User name, password or key are not taken. */
  | { readonly kind: "refused" }
  /** Our server lets nobody through without a valid access code. */
  | { readonly kind: "access" }
  /** Our server does not reach such an address. */
  | { readonly kind: "endpoint" }
  /** It lies elsewhere by now. */
  | { readonly kind: "moved"; readonly host?: string }
  /** The storage has no room for it. */
  | { readonly kind: "too-large" }
  /** It is larger than our server passes on. */
  | { readonly kind: "limit" }
  /** Another device was quicker each time. */
  | { readonly kind: "busy" }
  /** It had too many requests, and wants none before so many ms are over: the storage, or our server on the way to it. */
  | { readonly kind: "wait" | "waitHere"; readonly ms: number }
  /** `text` is what is shown with it. */
  | { readonly kind: "status"; readonly status: number; readonly text?: string }
  /** Something else answered than a store of values; `text` is what is shown. */
  | { readonly kind: "not-a-store"; readonly text: string }

export type SyncTrouble =
  | FileTrouble
  | { readonly kind: DocumentTrouble }
  /** It may be somebody else's: nothing is joined before the user has said so. */
  | ({ readonly kind: "unfamiliar" } & Unfamiliar)
