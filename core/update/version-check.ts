import { fieldsOf } from "../lib/fields.ts"

/** How a version is identified: by a tag's name, or by the date of a commit. */
export type VersionType = "tag" | "date"

/** The newest version that a code host lists. */
export interface RemoteVersion {
  readonly versionType: VersionType
  /** A tag's name ("v1.2.0"), or a commit's date in epoch milliseconds, as text. */
  readonly version: string
}

/** The running version in both forms. */
export interface LocalVersion {
  readonly tag: string
  /** Epoch milliseconds. */
  readonly date: number
}

/** The time between two automatic checks, in ms. */
export const checkEveryMs = 7_200_000

/** Whether an automatic check is due. It also is after the clock was set back. */
export function isCheckDue(lastUpdate: number, now: number): boolean {
  return now - lastUpdate >= checkEveryMs || lastUpdate > now
}

/**
 * The newest version in a code host's reply: of a list of commits the date of the newest, of a list of tags the highest
 * name that reads as a version. Undefined for anything else.
 */
export function newestVersion(reply: unknown): RemoteVersion | undefined {
  if (!Array.isArray(reply)) return undefined
  const dates = reply.map(commitDate).filter((date) => date !== undefined)
  if (dates.length > 0) return { versionType: "date", version: String(Math.max(...dates)) }
  const tags = reply
    .map((entry: unknown) => fieldsOf(entry)["name"])
    .filter((name) => typeof name === "string" && numbersOf(name) !== undefined) as string[]
  const newest = tags.toSorted((a, b) => compareTags(b, a))[0]
  return newest === undefined ? undefined : { versionType: "tag", version: newest.slice(0, 60) }
}

/** Whether the code host lists something newer than the running version. */
export function isNewer(remote: RemoteVersion, local: LocalVersion): boolean {
  return remote.versionType === "tag" ? compareTags(remote.version, local.tag) > 0 : Number(remote.version) > local.date
}

/** GitHub's and its kin's commit (`commit.author.date`), or GitLab's (`committed_date`). A tag has neither. */
function commitDate(entry: unknown): number | undefined {
  const { commit, committed_date: committed, name } = fieldsOf(entry)
  if (name !== undefined) return undefined
  const { author, committer } = fieldsOf(commit)
  const written = fieldsOf(committer)["date"] ?? fieldsOf(author)["date"] ?? committed
  const date = typeof written === "string" ? Date.parse(written) : Number.NaN
  return Number.isFinite(date) ? date : undefined
}

/** Negative, 0 or positive, number by number: v1.10.0 is after v1.9.3, and 1.0.0-rc.1 before 1.0.0. */
function compareTags(a: string, b: string): number {
  const [first, second] = [numbersOf(a) ?? [], numbersOf(b) ?? []]
  for (let at = 0; at < Math.max(first.length, second.length); at++) {
    const difference = (first[at] ?? 0) - (second[at] ?? 0)
    if (difference !== 0) return difference
  }
  return Number(b.includes("-")) - Number(a.includes("-"))
}

/** The numbers of "v1.2.3" or "1.2.3-rc.1"; undefined for a name that is no version. */
function numbersOf(tag: string): readonly number[] | undefined {
  const found = /^v?(\d{1,6}(?:\.\d{1,6}){0,3})(?:[-+].*)?$/.exec(tag.trim())?.[1]
  return found?.split(".").map(Number)
}
