import { fieldsOf, readChoice, readNumber, readText } from "../lib/fields.ts"
import { isNewer, type VersionType } from "./version-check.ts"

/** The page's record of versions and of the provider's bill, stored under `nk-update`. */
export interface UpdateState {
  readonly versionType: VersionType
  /** When versions were last compared, in epoch milliseconds; 0 for never. */
  readonly lastUpdate: number
  readonly version: string
  readonly remoteVersion: string
  /** The address of a newer version; empty where that is not known. */
  readonly link: string
  /** In dollars; undefined while unknown. */
  readonly used: number | undefined
  readonly subscription: number | undefined
  readonly lastUpdateUsage: number
}

export const noUpdateState: UpdateState = {
  versionType: "tag",
  lastUpdate: 0,
  version: "",
  remoteVersion: "",
  link: "",
  used: undefined,
  subscription: undefined,
  lastUpdateUsage: 0,
}

/** The provider's bill is requested at most this often, in ms. */
export const usageEveryMs = 60_000

export function isUsageDue({ lastUpdateUsage }: UpdateState, now: number): boolean {
  return now - lastUpdateUsage >= usageEveryMs || lastUpdateUsage > now
}

const anyTime = { least: 0, most: 8.64e15 } as const

/** How the running version compares with the newest that was reported. */
export function comparisonOf(state: Pick<UpdateState, "versionType" | "version" | "remoteVersion">): Comparison {
  const { versionType, version, remoteVersion } = state
  if (version === "" || remoteVersion === "") return "incomparable"
  const local = { tag: version, date: Number(version) }
  return isNewer({ versionType, version: remoteVersion }, local) ? "newer" : "latest"
}

export type Comparison = "latest" | "newer" | "incomparable"

/** An address for a link: http(s), never a script. */
export function readWebAddress(value: unknown): string {
  const address = readText(value, "", 500)
  return /^https?:\/\//.test(address) ? address : ""
}

/** Reads the stored record, `{state, version}`; every value is checked. */
export function readUpdateState(saved: unknown): UpdateState {
  const stored = fieldsOf(fieldsOf(saved)["state"])
  const amount = (value: unknown) => {
    const read = readNumber(value, -1, { least: 0, most: 1e12 })
    return read < 0 ? undefined : read
  }
  return {
    versionType: readChoice(stored["versionType"], ["tag", "date"], "tag"),
    lastUpdate: readNumber(stored["lastUpdate"], 0, anyTime),
    version: readText(stored["version"], "", 60),
    remoteVersion: readText(stored["remoteVersion"], "", 60),
    link: readWebAddress(stored["link"]),
    used: amount(stored["used"]),
    subscription: amount(stored["subscription"]),
    lastUpdateUsage: readNumber(stored["lastUpdateUsage"], 0, anyTime),
  }
}
