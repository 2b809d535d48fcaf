import { fieldsOf } from "../lib/fields.ts"
import { isRecordId } from "../lib/record-id.ts"
import { hashOf } from "../storage/same-value.ts"
import type { Unread } from "./document.ts"
import { isSyncKind } from "./sync-record.ts"

/** So many entries are kept of what cannot be read in a file, and so many UTF-16 units of their JSON: every device carries them. */
export const mostUnread = { entries: 500, units: 4 * 1024 * 1024 } as const

/** What is written again of what could not be read: no more than there is room for, and nothing under a name that no record has. */
export function keptUnread({ sessions, lines, records }: Unread): Unread {
  let { entries, units } = mostUnread as { entries: number; units: number }
  const hasRoom = (entry: unknown): boolean => {
    const size = JSON.stringify(entry).length
    if (entries === 0 || size > units) return false
    entries -= 1
    units -= size
    return true
  }
  return {
    sessions: sessions.filter(hasRoom),
    lines: new Map([...lines].map(([id, some]) => [id, some.filter(({ line }) => hasRoom(line))])),
    records: Object.fromEntries(
      Object.entries(records).filter(([name, stored]) => isRecordName(name) && hasRoom(stored)),
    ),
  }
}

function isRecordName(name: string): boolean {
  const at = name.indexOf("/")
  return at > 0 && isSyncKind(name.slice(0, at)) && isRecordId(name.slice(at + 1))
}

/** By their text, those of these entries that are ours. A conversation or message without stamps of ours is known to no device by them. */
export function oursAmong(entries: readonly unknown[]): readonly string[] {
  return entries
    .filter((entry) => typeof entry === "string" || fieldsOf(entry)["prosa"] !== undefined)
    .map((entry) => hashOf(JSON.stringify(entry)))
}
