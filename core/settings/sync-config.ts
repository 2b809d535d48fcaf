import { fieldsOf, readChoice, readFlag, readNumber, readText } from "../lib/fields.ts"

export const syncProviders = ["webdav", "upstash"] as const
export type SyncProvider = (typeof syncProviders)[number]

/** The sync settings as they are stored under `nk-sync`. */
export interface SyncConfig {
  readonly provider: SyncProvider
  readonly useProxy: boolean
  readonly proxyUrl: string
  readonly webdav: { readonly endpoint: string; readonly username: string; readonly password: string }
  /** `username` names the backup. */
  readonly upstash: { readonly endpoint: string; readonly username: string; readonly apiKey: string }
  /** Whether it syncs by itself. */
  readonly automatic: boolean
  /** Epoch milliseconds; 0 before the first sync. */
  readonly lastSyncTime: number
  readonly lastProvider: string
}

export const syncVersion = 1.2

export const defaultSyncConfig: SyncConfig = {
  provider: "webdav",
  useProxy: true,
  proxyUrl: "",
  webdav: { endpoint: "", username: "", password: "" },
  upstash: { endpoint: "", username: "chatgpt-next-web", apiKey: "" },
  automatic: true,
  lastSyncTime: 0,
  lastProvider: "",
}

/** Whether sync is on: every field of the chosen provider is non-empty. */
export function isSyncComplete(config: SyncConfig): boolean {
  return Object.values(config[config.provider]).every((value) => value.trim() !== "")
}

/** Reads stored sync settings, `{state, version}`; every value is checked. */
export function readSyncConfig(saved: unknown): SyncConfig {
  const { state, version } = fieldsOf(saved)
  const stored = fieldsOf(state)
  const [webdav, upstash] = [fieldsOf(stored["webdav"]), fieldsOf(stored["upstash"])]
  const fallback = defaultSyncConfig
  // NextChat 1.2 removed its own proxy path.
  const ownProxy = typeof version === "number" && version < 1.2 && stored["proxyUrl"] === "/api/cors/"
  return {
    provider: readChoice(stored["provider"], syncProviders, fallback.provider),
    useProxy: readFlag(stored["useProxy"], fallback.useProxy),
    proxyUrl: ownProxy ? "" : readText(stored["proxyUrl"], ""),
    webdav: {
      endpoint: readText(webdav["endpoint"], ""),
      username: readText(webdav["username"], ""),
      password: readText(webdav["password"], ""),
    },
    upstash: {
      endpoint: readText(upstash["endpoint"], ""),
      username: readText(upstash["username"], fallback.upstash.username),
      apiKey: readText(upstash["apiKey"], ""),
    },
    automatic: readFlag(stored["automatic"], fallback.automatic),
    lastSyncTime: readNumber(stored["lastSyncTime"], 0, { least: 0, most: 8.64e15 }),
    lastProvider: readText(stored["lastProvider"], "", 100),
  }
}
