import { readFileSync } from "node:fs"

export interface FileCache {
  /** A file's bytes, the same for everybody who is still being sent them; throws where it cannot be read. */
  read(path: string): Buffer
}

/** Keeps so many bytes of files, those that were asked for last. */
export function createFileCache(mostBytes: number): FileCache {
  const kept = new Map<string, Buffer>()
  /** Also of what is no longer kept, as long as somebody is being sent it. */
  const known = new Map<string, WeakRef<Buffer>>()
  let keptBytes = 0

  return {
    read(path) {
      const bytes = kept.get(path) ?? known.get(path)?.deref() ?? readFileSync(path)
      if (!kept.delete(path)) keptBytes += bytes.length
      kept.set(path, bytes)
      known.set(path, new WeakRef(bytes))
      for (const [oldest, { length }] of kept) {
        if (keptBytes <= mostBytes) break
        kept.delete(oldest)
        keptBytes -= length
      }
      return bytes
    },
  }
}
