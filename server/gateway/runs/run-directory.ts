import type { MaybePromise } from "../../limits/maybe-promise.ts"
import type { Run } from "./run.ts"

/**
 * Where the answers in progress are found, and for a while those that ended. The registry of this process knows its own
 * (`run-registry.ts`); a directory that servers share can answer for the runs of the others. Somebody else's run is not found.
 */
export interface RunDirectory {
  find(id: string, owner: string): MaybePromise<Run | undefined>
  /** By the `Idempotency-Key` it was asked under. */
  findByKey(owner: string, key: string): MaybePromise<Run | undefined>
  /** The caller's runs, newest first. */
  list(owner: string): MaybePromise<readonly Run[]>
}
