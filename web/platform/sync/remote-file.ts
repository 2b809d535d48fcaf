/** A file somewhere else that other devices write too. Reading and writing it never throw. */
export interface RemoteFile {
  readonly read: () => Promise<FileRead>
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
  | { readonly type: "trouble"; readonly trouble: FileTrouble }

export type FileWritten =
  | { readonly type: "written" }
  /** Another device was quicker: it is to be read again. */
  | { readonly type: "changed" }
  | { readonly type: "trouble"; readonly trouble: FileTrouble }

/** Why a remote could not be read or written. */
export type FileTrouble =
  | { readonly kind: "network" }
  /** User name, password or key are not taken. */
  | { readonly kind: "refused" }
  /** Our server does not reach such an address. */
  | { readonly kind: "endpoint" }
  /** It lies elsewhere by now. */
  | { readonly kind: "moved"; readonly host?: string }
  | { readonly kind: "too-large" }
  | { readonly kind: "busy" }
  | { readonly kind: "status"; readonly status: number }
  /** Something else answered than a store of values. */
  | { readonly kind: "not-a-store"; readonly text: string }

/** Asks our server, which asks the storage. */
export type Send = (path: string, init: RequestInit) => Promise<Response>

/** The reason behind a status that is no success. */
export async function troubleOf(response: Response): Promise<FileTrouble> {
  const { status } = response
  const words = await response.text().catch(() => "")
  if (status === 401) return { kind: "refused" }
  if (status === 403) return { kind: "refused" }
  if (status === 400 && words.includes("Invalid endpoint")) return { kind: "endpoint" }
  if (status === 413 || status === 507) return { kind: "too-large" }
  if (status === 429) return { kind: "busy" }
  if (status >= 300 && status < 400) {
    // What it leads to is told without being followed.
    const host = response.headers.get("x-redirect-host") ?? undefined
    return { kind: "moved", ...(host === undefined ? {} : { host }) }
  }
  return { kind: "status", status }
}
