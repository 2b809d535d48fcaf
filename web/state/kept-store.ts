import { create } from "zustand"
import { sharedDatabase } from "../platform/storage/database.ts"
import { listenToRecords } from "../platform/storage/record-channel.ts"
import { openTabChannel } from "../platform/storage/tab-channel.ts"
import type { KeptRecord } from "../platform/sync/kept-records.ts"
import { askSyncWorker } from "../platform/sync/sync-client.ts"
import { changeRun } from "./sync-notes.ts"

/** What sync deleted here and can still be had back, the latest first. It is read while somebody looks at it. */
export const useKept = create<{ readonly kept: readonly KeptRecord[] }>()(() => ({ kept: [] }))

let reading: Promise<void> | undefined
let isOutdated = false

/** Reads it again; once more where something changes meanwhile. */
function refreshKept(): Promise<void> {
  isOutdated = reading !== undefined
  reading ??= readKept()
    .catch(() => undefined)
    .finally(() => {
      reading = undefined
      if (isOutdated) void refreshKept()
    })
  return reading
}

async function readKept(): Promise<void> {
  const database = await sharedDatabase()
  const isEmpty = database === undefined || (await database.count("kept")) === 0
  const answer = isEmpty ? undefined : await askSyncWorker({ type: "list-kept" })
  if (isEmpty) useKept.setState({ kept: [] })
  else if (answer?.type === "kept") useKept.setState({ kept: answer.kept })
}

/** Follows it, whatever tab or worker syncs, as long as somebody looks. Returns how to stop. */
export function watchKept(): () => void {
  const again = () => void refreshKept()
  again()
  const stops = [openTabChannel().listen(again), listenToRecords(again)]
  return () => {
    for (const stop of stops) stop()
  }
}

/** Brings back what sync deleted. False where it cannot be had any more. */
export async function restoreKept(kind: string, recordId: string): Promise<boolean> {
  const answer = await askSyncWorker({ type: "restore", kind, recordId })
  const isGood = answer.type === "done" && answer.isGood
  if (isGood)
    changeRun(({ noted }) => ({
      noted: noted.filter((one) => one.type !== "removed" || one.kind !== kind || one.id !== recordId),
    }))
  await refreshKept()
  return isGood
}
