import type { MessageRecord } from "../conversation/message-record.ts"
import type { SyncState } from "./join.ts"
import { recordKey } from "./sync-record.ts"

/** How many conversations a file and this device have, where they may be those of two people. */
export interface Unfamiliar {
  readonly there: number
  readonly here: number
}

/**
 * Whether a file looks like somebody else's to a device that has never synced with it: at least half of its conversations are
 * unknown here. Where either side has none, there is nothing to mix up.
 */
export function unfamiliarIn(local: SyncState, foreign: SyncState): Unfamiliar | undefined {
  const [here, there] = [spokenIn(local), spokenIn(foreign)]
  const unknown = [...there].filter((id) => !local.has(recordKey("sessions", id)))
  const isUnfamiliar = here.size > 0 && unknown.length > 0 && unknown.length * 2 >= there.size
  return isUnfamiliar ? { there: there.size, here: here.size } : undefined
}

/** The living conversations in which something was said. */
function spokenIn(state: SyncState): ReadonlySet<string> {
  const spoken = new Set<string>()
  for (const { kind, row } of state.values()) {
    if (kind !== "messages" || row.value === undefined) continue
    const { sessionId } = row.value as MessageRecord
    if (state.get(recordKey("sessions", sessionId))?.row.value !== undefined) spoken.add(sessionId)
  }
  return spoken
}
