import { join } from "node:path"
import type { Config } from "../config.ts"
import { createDiskFiles } from "./disk-files.ts"

/**
 * Where the bytes of what people share lie. A name is one that we made (letters, digits, `-` and `_`); a file is written whole
 * or not at all, and never changed. Every function rejects where the store cannot be reached.
 */
export interface FileStore {
  /** Whether there is room for more. The last of a disk is left to the database, without which nothing works. */
  hasRoom(): Promise<boolean>
  /** Keeps the bytes under a name; they are durable once it resolves. Rejects where there is no room. */
  put(name: string, bytes: Uint8Array): Promise<void>
  /** The bytes of a name; undefined where there are none. */
  get(name: string): Promise<Buffer | undefined>
  /** Removes a name; that it was not there is no error. */
  remove(name: string): Promise<void>
}

/** The folder of the data folder in which files lie. */
export const filesFolder = "files"

/** The store of a configuration: the bucket where one is named, else a folder of the data folder. */
export async function openFileStore({ dataDir, s3 }: Pick<Config, "dataDir" | "s3">): Promise<FileStore> {
  if (s3 === undefined) return createDiskFiles(join(dataDir, filesFolder))
  // Loaded when it is used: who has no bucket needs no client for one.
  const { createS3Files } = await import("./s3-files.ts")
  return createS3Files(s3)
}

/** Throws for a name that we did not make: it could lead out of the folder, or to another object. */
export function checkFileName(name: string): void {
  if (!/^[\w-]{8,64}$/.test(name)) throw new Error("no name of a shared file")
}
