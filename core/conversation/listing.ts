import type { ConversationState } from "./conversation-state.ts"
import type { Folder } from "./folder.ts"
import type { Session } from "./session.ts"

/** The list of conversations as it is read: the temporary ones, the pinned, each folder, and all others, the latest first. */
export interface Listing {
  readonly temporary: readonly Session[]
  readonly pinned: readonly Session[]
  readonly folders: readonly { readonly folder: Folder; readonly sessions: readonly Session[] }[]
  readonly others: readonly Session[]
}

/** Latest time a date can hold. */
const endOfTime = 8.64e15

/**
 * The time by which a conversation is listed, in epoch milliseconds. A damaged row may hold anything; it must not break
 * the list.
 */
export function listTime({ lastUpdate, listedAt = lastUpdate }: Pick<Session, "lastUpdate" | "listedAt">): number {
  return Number.isFinite(listedAt) ? Math.min(Math.max(listedAt, 0), endOfTime) : 0
}

export function listConversations(state: Pick<ConversationState, "order" | "sessions" | "folders">): Listing {
  const sessions = state.order
    .flatMap((id) => state.sessions[id] ?? [])
    .map((session) => ({ session, time: listTime(session) }))
    .sort((a, b) => b.time - a.time)
    .map(({ session }) => session)
  const folders = Object.values(state.folders).sort((a, b) => a.createdAt - b.createdAt)
  const inFolder = new Map<string, Session[]>(folders.map((folder) => [folder.id, []]))
  const listing = { temporary: [] as Session[], pinned: [] as Session[], others: [] as Session[] }
  for (const session of sessions) {
    if (session.temporary) listing.temporary.push(session)
    else if (session.pinned) listing.pinned.push(session)
    else (inFolder.get(session.folderId ?? "") ?? listing.others).push(session)
  }
  return { ...listing, folders: folders.map((folder) => ({ folder, sessions: inFolder.get(folder.id) ?? [] })) }
}

/** All conversations from top to bottom; those of a collapsed folder only when asked for. */
export function listedSessions(listing: Listing, { collapsed }: { readonly collapsed: boolean }): readonly Session[] {
  const filed = listing.folders.flatMap(({ folder, sessions }) => (folder.collapsed && !collapsed ? [] : sessions))
  return [...listing.temporary, ...listing.pinned, ...filed, ...listing.others]
}

/** The part of the list a conversation stands in. */
export function sectionOf(listing: Listing, sessionId: string): readonly Session[] {
  const sections = [
    listing.temporary,
    listing.pinned,
    ...listing.folders.map(({ sessions }) => sessions),
    listing.others,
  ]
  return sections.find((section) => section.some(({ id }) => id === sessionId)) ?? []
}

/** The conversation `step` places down the list from the selected one (negative: up), around its ends. */
export function selectNeighbour(state: ConversationState, step: number): string {
  const seen = listedSessions(listConversations(state), { collapsed: false })
  const at = seen.findIndex(({ id }) => id === state.currentId)
  if (seen.length === 0) return state.currentId
  const from = at === -1 && step < 0 ? 0 : at
  return seen[(((from + step) % seen.length) + seen.length) % seen.length]?.id ?? state.currentId
}

/** The smallest distance between two list times, in milliseconds; a double can represent it for centuries. */
const stepMs = 1 / 64

/**
 * The new list times of a section after a session was put at `index` right before or after its neighbour: by id, only
 * those that change. The session gets a time as close to its neighbour's as possible, so that it stays on the same day;
 * where there is no gap, the times above move.
 */
export function makeRoom(
  section: readonly Session[],
  index: number,
  side: "before" | "after",
): ReadonlyMap<string, number> {
  const times = section.map(listTime)
  const changed = new Map<string, number>()
  const put = (at: number, time: number) => {
    const session = section[at]
    if (session === undefined) return
    times[at] = time
    changed.set(session.id, time)
  }
  const below = times[index + 1] ?? -Infinity
  const above = times[index - 1] ?? Infinity
  put(index, side === "before" || above - stepMs <= below ? below + stepMs : Math.max(above - stepMs, 0))
  for (let at = index - 1; at >= 0; at--) {
    const floor = (times[at + 1] ?? 0) + stepMs
    if ((times[at] ?? 0) >= floor) break
    put(at, floor)
  }
  return changed
}
