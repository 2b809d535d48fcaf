import type { Config } from "../config.ts"
import { openFileStore } from "../files/file-store.ts"
import type { Database } from "../store/sql.ts"
import { createSharedFiles, type SharedFiles } from "./shared-files.ts"
import { createSharingHeld } from "./sharing-held.ts"
import { createSharingQuota } from "./sharing-quota.ts"

export interface OpenOptions {
  readonly database: Database
  readonly pepper: string
  /** Epoch ms. */
  readonly now: () => number
}

/** What people have shared, on the configured file store. */
export async function openSharedFiles(config: Config, { database, pepper, now }: OpenOptions): Promise<SharedFiles> {
  const files = await openFileStore(config)
  const quota = createSharingQuota({ database, pepper, now })
  return createSharedFiles({ database, files, now, quota, held: createSharingHeld(pepper) })
}
