import { vaultMark } from "../../vault/vault-database-name.ts"
import { withoutWords } from "./encode-row.ts"

/** Keys of ours in `localStorage` that do not begin with the product's prefix. */
const plainKeys = ["lang", "theme", "banner-dismissed", "__anon_session__"]
const prefix = "nk-"

/** Keys that may stand openly in a copy. Any other entry may hold a secret, and is treated as one. */
const openKeys: ReadonlySet<string> = new Set([
  "lang",
  "theme",
  "banner-dismissed",
  "nk-access-clocks",
  "nk-app-config",
  "nk-config-clocks",
  "nk-deleted",
  "nk-low-balance-dismissed",
  "nk-own-masks",
  "nk-pictures-moved",
  "nk-plugin-hosts",
  "nk-prompt-uses",
  "nk-records-adopted",
  "nk-request-log",
  "nk-settings-adopted",
  "nk-queue",
  "nk-stale-reload",
  "nk-sync-clocks",
  "nk-sync-notes",
  "nk-update",
  "nk-visits",
  vaultMark,
])

/** The tokens of plugins, each under its plugin's id. */
export const pluginTokens = "nk-plugin-tokens"

/** The keys with codes, own keys, passwords and the visitor's id: they are left out without being listed. */
const secretKeys: ReadonlySet<string> = new Set(["nk-access-control", "nk-sync", pluginTokens, "__anon_session__"])

/** The prefix of a tab's drafts. */
const draftPrefix = "nk-draft:"

/** What was done, agreed to or is to be sent in one browser: it is so in no other one, whatever a file says. */
const marksOfThisBrowser: ReadonlySet<string> = new Set([
  vaultMark,
  "nk-deleted",
  "nk-pictures-moved",
  "nk-plugin-hosts",
  "nk-queue",
])

/** Whether a key of a file may be written openly. */
export function isOpenKey(key: string): boolean {
  return openKeys.has(key) && !key.endsWith("-adopted") && !marksOfThisBrowser.has(key)
}

/** Whether a key of the sealed part of a file is one of ours. */
export function isSecretKey(key: string): boolean {
  return secretKeys.has(key)
}

export interface LocalEntries {
  /** Entries that may stand openly in a copy. */
  readonly open: Readonly<Record<string, string>>
  readonly secret: Readonly<Record<string, string>>
  /** The secrets by themselves, each a word. */
  readonly secretWords: readonly string[]
  /** Drafts of this tab. */
  readonly tab: Readonly<Record<string, string>>
  /** Keys that are left out of the open part and are none of the known secrets. */
  readonly leftOut: readonly string[]
  /** Keys whose value cannot be read; the empty text where not even the keys can. */
  readonly unreadable: readonly string[]
}

export function ownKeys(storage: Storage): readonly string[] {
  return Object.keys(storage).filter((key) => key.startsWith(prefix) || plainKeys.includes(key))
}

/** All that the product keeps outside of the database. */
export function readLocalEntries(): LocalEntries {
  const unreadable: string[] = []
  const all = readAll(() => localStorage, unreadable)
  const secrets = secretWords(all.filter(([key]) => secretKeys.has(key)))
  const open = all.filter(([key]) => openKeys.has(key)).map(([key, value]) => [key, withoutWords(value, secrets)])
  const secret = all.filter(([key]) => !openKeys.has(key))
  const tab = readAll(() => sessionStorage, unreadable).filter(([key]) => key.startsWith(draftPrefix))
  return {
    open: Object.fromEntries(open) as Record<string, string>,
    secret: Object.fromEntries(secret),
    secretWords: secrets,
    tab: Object.fromEntries(tab),
    leftOut: secret.map(([key]) => key).filter((key) => !secretKeys.has(key)),
    unreadable,
  }
}

function readAll(storageOf: () => Storage, unreadable: string[]): readonly (readonly [string, string])[] {
  let storage: Storage
  let keys: readonly string[]
  try {
    storage = storageOf()
    keys = ownKeys(storage)
  } catch {
    unreadable.push("")
    return []
  }
  return keys.flatMap((key) => {
    try {
      const value = storage.getItem(key)
      return value === null ? [] : [[key, value] as const]
    } catch {
      unreadable.push(key)
      return []
    }
  })
}

const secretName = /code|key|secret|pass|token/i
/** Shorter ones are part of too many words. */
const shortestSecret = 6

/** The secrets themselves: a provider may have repeated one in an error that was logged. */
function secretWords(entries: readonly (readonly [string, string])[]): readonly string[] {
  return entries.flatMap(([key, value]) => {
    try {
      if (key === "__anon_session__") return value.length >= shortestSecret ? [value] : []
      return textsIn(JSON.parse(value), key === pluginTokens ? key : "", 0)
    } catch {
      return []
    }
  })
}

function textsIn(value: unknown, name: string, depth: number): readonly string[] {
  if (typeof value === "string") return secretName.test(name) && value.length >= shortestSecret ? [value] : []
  if (typeof value !== "object" || value === null || depth > 5) return []
  return Object.entries(value).flatMap(([inner, one]) => textsIn(one, name === pluginTokens ? name : inner, depth + 1))
}
