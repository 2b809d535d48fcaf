import { readRow, type StoredForm } from "../storage/collection.ts"
import type { Read } from "../lib/stored-shape.ts"
import type { Folder } from "./folder.ts"
import { readFolder, readStoredSession } from "./read-session.ts"
import type { Session } from "./session.ts"

/** How conversations are stored. How two states of one are joined: `shapes.ts`. */
export const storedSessions: StoredForm<Session> = { version: 1, read: readStoredSession }

export const storedFolders: StoredForm<Folder> = { version: 1, read: readFolder }

/**
 * The conversation in a stored row; undefined where it has no name to be known by. How many messages it has is `counted` where
 * the row does not say: one that passed for empty would be taken for unused, and given up.
 */
export function readSession(
  stored: unknown,
  counted: (sessionId: string) => Promise<number>,
): Read<Session> | undefined | Promise<Read<Session>> {
  const read = readRow(storedSessions, stored)
  if (read === undefined) return undefined
  const { isWhole, value: row } = read
  const { value } = row
  if (!Number.isNaN(value.messageCount)) return { value, isWhole }
  return counted(value.id).then((messageCount) => ({ value: { ...value, messageCount }, isWhole }))
}
