import { readLocal, writeLocal } from "../platform/storage/local-storage.ts"

const key = "nk-open-drawings"

/** Notes whether pictures are still to be drawn, so that a page that starts need not open their store to know. */
export function noteOpenDrawings(areOpen: boolean): void {
  writeLocal(key, areOpen ? "1" : "")
}

/** Goes on with the pictures that were left unfinished by an earlier page. */
export async function resumeDrawings(): Promise<void> {
  if (readLocal(key) !== "1") return
  const { runDrawingQueue } = await import("./drawing-queue.ts")
  runDrawingQueue()
}
