import { recordingsFolder, recordingsPresent } from "./recordings.ts"

/** Vitest calls this once per run: says when the extra recordings are absent, which is no failure. */
export default function announceRecordings(): void {
  if (recordingsPresent) return
  console.log(`NO EXTRA RECORDINGS in ${recordingsFolder}: the adapters are tested on our own fixtures alone.`)
}
