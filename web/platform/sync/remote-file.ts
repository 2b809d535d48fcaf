import type { FileTrouble } from "#core/sync/remote-file.ts"

/** Asks our server, which asks the storage. */
export type Send = (path: string, init: RequestInit) => Promise<Response>

/** The reason behind a status that is no success. */
export async function troubleOf(response: Response): Promise<FileTrouble> {
  const { status } = response
  const words = await response.text().catch(() => "")
  // What our server says itself is not the storage's word.
  const isStorages = response.headers.has("x-upstream-status")
  if (status === 401 && !isStorages) return { kind: "access" }
  if (status === 403 && !isStorages) return { kind: "endpoint" }
  if (status === 401 || status === 403) return { kind: "refused" }
  if (status === 400 && words.includes("Invalid endpoint")) return { kind: "endpoint" }
  if (!isStorages && status === 413) return { kind: "limit" }
  if (status === 413 || status === 507) return { kind: "too-large" }
  // The way to the storage broke off: nothing is known of what arrived there.
  if (!isStorages && (status === 502 || status === 504)) return { kind: "network" }
  // Locked: somebody else is writing it.
  if (status === 423) return { kind: "busy" }
  const wanted = response.headers.get("retry-after")
  // A storage that is being looked after says so with 503.
  if (status === 429 || (status === 503 && wanted !== null))
    return { kind: isStorages ? "wait" : "waitHere", ms: restOf(wanted) }
  if (status >= 300 && status < 400) {
    // What it leads to is told without being followed.
    const host = response.headers.get("x-redirect-host") ?? undefined
    return { kind: "moved", ...(host === undefined ? {} : { host }) }
  }
  return { kind: "status", status }
}

/** What is waited where nothing is said, and at the most, in ms. A clock of theirs that is wrong must not end the sync. */
const [usualRestMs, longestRestMs] = [5 * 60_000, 24 * 60 * 60_000]

/** How long a `Retry-After` asks to wait, in ms: it has seconds or a date. */
function restOf(wanted: string | null): number {
  const ms = /^\s*\d+\s*$/.test(wanted ?? "") ? Number(wanted) * 1_000 : Date.parse(wanted ?? "") - Date.now()
  return Number.isNaN(ms) ? usualRestMs : Math.min(Math.max(ms, 1_000), longestRestMs)
}
