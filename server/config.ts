import { BlockList } from "node:net"
import { existsSync, readFileSync } from "node:fs"
import { resolve } from "node:path"
import { parseEnv } from "node:util"
import * as v from "valibot"
import { err, ok, type Result } from "#core/lib/result.ts"
import type { MicroReais } from "#core/lib/micro-reais.ts"
import type { Role } from "#core/models/roles.ts"
import { withoutEnd } from "#core/lib/without-end.ts"
import { baseAddress } from "#core/providers/base-address.ts"
import { homeProvider } from "#core/providers/registry.ts"
import {
  cidrs,
  count,
  decimal,
  endpoints,
  endpointsOrAll,
  flag,
  hostNames,
  list,
  pageOrigins,
  port,
  reais,
  secret,
  secrets,
  url,
} from "./config-values.ts"
import { type ProviderConfigs, readProviderSettings } from "./provider-settings.ts"

/** The operator's settings, read and checked once at start (docs/reference/configuration.md). */
export interface Config {
  readonly port: number
  readonly host: string
  readonly dataDir: string
  readonly databaseUrl: string | undefined
  readonly productName: string
  /** Absent: one is made and kept in the data folder. */
  readonly adminToken: string | undefined
  /** Opens `/metrics` alone, for who collects figures. */
  readonly metricsToken: string | undefined
  readonly trustedProxies: BlockList
  readonly needCode: boolean
  /** Premium codes without metering, as the ancestor knew them. */
  readonly operatorCodes: readonly string[]
  readonly hideUserApiKey: boolean
  readonly hideBalanceQuery: boolean
  readonly disableGpt4: boolean
  readonly disableFastLink: boolean
  readonly customModels: string
  /** Whom the operator has cast for each role, the first choice first (`name` or `name@Provider`); empty where they did not. */
  readonly roles: Readonly<Record<Role, readonly string[]>>
  /** The first choice for the default role, as the page hears it; empty where none was set. */
  readonly defaultModel: string
  /** A list of models of models.dev's shape, for `models refresh`. */
  readonly modelsUrl: string | undefined
  /** Every day the providers' own lists are asked for dates and presence. */
  readonly modelsWatch: boolean
  readonly edgeTtsVoiceName: string
  readonly supportUrl: string | undefined
  /** A code host's list of tags or commits, to compare versions with. */
  readonly updateUrl: string | undefined
  readonly plansUrl: string | undefined
  /** Where presses on links to a payment page are counted; undefined: nowhere. */
  readonly analyticsUrl: string | undefined
  /** The page's own address, without a slash at its end; empty when it was not told. */
  readonly publicUrl: string
  /** Where who has no balance or not the right plan is sent: the plans, else the page's own settings. */
  readonly upgradeUrl: string
  /** Whether browsers keep the page for times without a connection; false has them let go of what they kept. */
  readonly serviceWorker: boolean
  readonly fxBrlPerUsd: string
  /** Absent: models priced in yuan are disabled. */
  readonly fxBrlPerCny?: string | undefined
  readonly margin: string
  readonly limits: Limits
  readonly providers: ProviderConfigs
  /** How a provider in trouble is treated: extra attempts before the first byte; whether it is spared after many failures. */
  readonly upstream: { readonly retries: number; readonly breaker: boolean }
  readonly search: SearchConfig
  /** A server that reads aloud in the place of OpenAI: its address without a slash or version, and its keys. */
  readonly speech: { readonly url: string; readonly keys: readonly string[] } | undefined
  /** The operator has asked for Edge's voices of the server at `speech`, which says where it has them from. */
  readonly edgeBySpeech: boolean
  /** Azure Speech, whose neural voices are Edge's: its address and its keys. */
  readonly neuralVoices: { readonly url: string; readonly keys: readonly string[] } | undefined
  readonly pretendModel: "auto" | "on" | "off"
  /** The bucket for what people share; undefined: it lies in the data folder. */
  readonly s3: S3Config | undefined
  /** A service that conversations are shared through instead of by ourselves. */
  readonly shareApiUrl: string | undefined
  /** An origin of its own for pages that models make, without a slash; empty: they run here, in a frame without an origin. */
  readonly artifactsOrigin: string
  /** Where pages lie that were built for an application and use this server (`server/http/app-origins.ts`). */
  readonly appOrigins: readonly string[]
  readonly plugins: PluginsConfig
  readonly sync: SyncConfig
  readonly accessPepper: string | undefined
}

/** Where people's own storage may lie besides the services that everybody may use. */
export interface SyncConfig {
  readonly webDavEndpoints: readonly string[]
  /** Whoever has a code may use any WebDAV server that the whole internet can reach. */
  readonly anyWebDav: boolean
  readonly upstashEndpoints: readonly string[]
}

/** An S3-compatible store, as the operator names it. */
export interface S3Config {
  /** Its address, without a slash at its end. */
  readonly endpoint: string
  readonly bucket: string
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

/** Whether the page's plugins may be called through this server, and where; no hosts: anywhere public. */
export interface PluginsConfig {
  readonly isOn: boolean
  /** Names, or ends of names that begin with a dot. */
  readonly hosts: readonly string[]
}

/** Where web searches are made: by the provider's own tool, or by a search service. */
export type SearchConfig =
  | { readonly kind: "native" }
  | { readonly kind: "searxng"; readonly url: string }
  | { readonly kind: "brave"; readonly key: string; readonly url: string }

export interface Limits {
  readonly freeDailyMessages: number
  readonly freeDailyGrant: MicroReais
  readonly freeDailyBudget: MicroReais
  readonly codePerMinute: number
  readonly addressPerMinute: number
  /** 0 = no limit. */
  readonly openRunsPremium: number
  readonly openRunsFree: number
}

const settings = v.object({
  PORT: v.optional(port, "3000"),
  HOST: v.optional(v.string(), "127.0.0.1"),
  DATA_DIR: v.optional(v.string(), "./data"),
  DATABASE_URL: v.optional(
    v.pipe(v.string(), v.regex(/^postgres(ql)?:\/\//, "must begin with postgres:// or postgresql://")),
  ),
  PRODUCT_NAME: v.optional(v.pipe(v.string(), v.maxLength(40, "must have at most 40 characters")), "Prosa"),
  ADMIN_TOKEN: v.optional(v.pipe(secret, v.minLength(16, "must have at least 16 characters"))),
  METRICS_TOKEN: v.optional(v.pipe(secret, v.minLength(16, "must have at least 16 characters"))),
  TRUSTED_PROXIES: v.optional(cidrs),
  NEED_CODE: v.optional(flag, "0"),
  CODE: v.optional(secrets, ""),
  HIDE_USER_API_KEY: v.optional(flag, "0"),
  ENABLE_BALANCE_QUERY: v.optional(flag, "1"),
  DISABLE_GPT4: v.optional(flag, "0"),
  DISABLE_FAST_LINK: v.optional(flag, "0"),
  CUSTOM_MODELS: v.optional(v.string(), ""),
  DEFAULT_MODEL: v.optional(list, ""),
  FREE_MODEL: v.optional(list, ""),
  COMPRESS_MODEL: v.optional(list, ""),
  IMAGE_MODEL: v.optional(list, ""),
  SPEECH_MODEL: v.optional(list, ""),
  MODELS_URL: v.optional(url),
  MODELS_WATCH: v.optional(flag, "1"),
  EDGE_TTS_VOICE_NAME: v.optional(v.string(), ""),
  SUPPORT_URL: v.optional(url),
  UPDATE_URL: v.optional(url),
  PLANS_URL: v.optional(url),
  PUBLIC_URL: v.optional(url),
  ANALYTICS_URL: v.optional(url),
  PWA: v.optional(flag, "1"),
  FX_BRL_PER_USD: v.optional(decimal, "5.50"),
  FX_BRL_PER_CNY: v.optional(decimal),
  MARGIN: v.optional(decimal, "1.3"),
  FREE_DAILY_MESSAGES: v.optional(count, "30"),
  FREE_DAILY_GRANT_BRL: v.optional(reais, "0.50"),
  FREE_DAILY_BUDGET_BRL: v.optional(reais, "20"),
  LIMIT_CODE_PER_MINUTE: v.optional(count, "600"),
  LIMIT_ADDRESS_PER_MINUTE: v.optional(count, "3000"),
  LIMIT_OPEN_RUNS_PREMIUM: v.optional(count, "3"),
  LIMIT_OPEN_RUNS_FREE: v.optional(count, "1"),
  SEARCH_PROVIDER: v.optional(v.picklist(["native", "searxng", "brave"], "must be native, searxng or brave"), "native"),
  SEARCH_URL: v.optional(url),
  SEARCH_API_KEY: v.optional(secret),
  SPEECH_URL: v.optional(url),
  SPEECH_API_KEY: v.optional(secrets, ""),
  EDGE_TTS: v.optional(flag, "0"),
  AZURE_SPEECH_KEY: v.optional(secrets, ""),
  AZURE_SPEECH_REGION: v.optional(
    v.pipe(v.string(), v.regex(/^[a-z0-9]{2,40}$/, "must be a region such as brazilsouth")),
  ),
  AZURE_SPEECH_URL: v.optional(url),
  UPSTREAM_RETRIES: v.optional(v.pipe(count, v.maxValue(5, "must be 0 to 5")), "2"),
  UPSTREAM_BREAKER: v.optional(flag, "1"),
  PRETEND_MODEL: v.optional(
    v.pipe(
      v.picklist(["auto", "on", "1", "true", "off", "0", "false"], "must be auto, on or off"),
      v.transform((value) => (value === "auto" ? "auto" : ["on", "1", "true"].includes(value) ? "on" : "off")),
    ),
    "auto",
  ),
  S3_ENDPOINT: v.optional(url),
  S3_BUCKET: v.optional(v.pipe(v.string(), v.regex(/^[a-z0-9][a-z0-9.-]{1,62}$/, "must be the name of a bucket"))),
  S3_REGION: v.optional(
    v.pipe(v.string(), v.regex(/^[\w-]{1,64}$/, "must be a region such as us-east-1")),
    "us-east-1",
  ),
  S3_ACCESS_KEY_ID: v.optional(secret),
  S3_SECRET_ACCESS_KEY: v.optional(secret),
  SHARE_API_URL: v.optional(url),
  ARTIFACTS_ORIGIN: v.optional(url),
  APP_ORIGINS: v.optional(pageOrigins, ""),
  PLUGIN_PROXY: v.optional(flag, "1"),
  PLUGIN_HOSTS: v.optional(hostNames, ""),
  WHITE_WEBDAV_ENDPOINTS: v.optional(endpointsOrAll, ""),
  WHITE_UPSTASH_ENDPOINTS: v.optional(endpoints, ""),
  ACCESS_PEPPER: v.optional(v.pipe(v.string(), v.minLength(32, "must have at least 32 characters"))),
})

const withEndpoint = "must be set for S3_ENDPOINT"

/** Settings that need each other: a search service and its address or key, a store and what opens it. */
const environment = v.pipe(
  settings,
  v.forward(
    v.check(
      (e) => e.SEARCH_PROVIDER !== "searxng" || e.SEARCH_URL !== undefined,
      "must be set for SEARCH_PROVIDER=searxng",
    ),
    ["SEARCH_URL"],
  ),
  v.forward(
    v.check(
      (e) => e.SEARCH_PROVIDER !== "brave" || e.SEARCH_API_KEY !== undefined,
      "must be set for SEARCH_PROVIDER=brave",
    ),
    ["SEARCH_API_KEY"],
  ),
  v.forward(
    v.check(
      (e) => e.AZURE_SPEECH_KEY.length === 0 || e.AZURE_SPEECH_REGION !== undefined || e.AZURE_SPEECH_URL !== undefined,
      "must be set for AZURE_SPEECH_KEY",
    ),
    ["AZURE_SPEECH_REGION"],
  ),
  v.forward(
    v.check((e) => e.SPEECH_API_KEY.length === 0 || e.SPEECH_URL !== undefined, "must be set for SPEECH_API_KEY"),
    ["SPEECH_URL"],
  ),
  v.forward(
    v.check((e) => !e.EDGE_TTS || e.SPEECH_URL !== undefined, "must be set for EDGE_TTS=1"),
    ["SPEECH_URL"],
  ),
  v.forward(
    v.check((e) => e.S3_ENDPOINT === undefined || e.S3_BUCKET !== undefined, withEndpoint),
    ["S3_BUCKET"],
  ),
  v.forward(
    v.check((e) => e.S3_ENDPOINT === undefined || e.S3_ACCESS_KEY_ID !== undefined, withEndpoint),
    ["S3_ACCESS_KEY_ID"],
  ),
  v.forward(
    v.check((e) => e.S3_ENDPOINT === undefined || e.S3_SECRET_ACCESS_KEY !== undefined, withEndpoint),
    ["S3_SECRET_ACCESS_KEY"],
  ),
  v.forward(
    v.check((e) => e.ARTIFACTS_ORIGIN === undefined || e.PUBLIC_URL !== undefined, "must be set for ARTIFACTS_ORIGIN"),
    ["PUBLIC_URL"],
  ),
)

/** The configuration, or one line for each wrong value. An empty value counts as absent. */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Result<Config, readonly string[]> {
  const present = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value.trim() !== ""),
  )
  const parsed = v.safeParse(environment, present)
  const { providers, wrong } = readProviderSettings(present)
  if (!parsed.success || wrong.size > 0) {
    const issues = parsed.issues ?? []
    const lines = new Map([...issues.map((issue) => [v.getDotPath(issue) ?? "", issue.message] as const), ...wrong])
    return err([...lines].map(([name, message]) => `${name} ${message}`))
  }
  const e = parsed.output
  return ok({
    port: e.PORT,
    host: e.HOST,
    dataDir: resolve(e.DATA_DIR),
    databaseUrl: e.DATABASE_URL,
    productName: e.PRODUCT_NAME,
    adminToken: e.ADMIN_TOKEN,
    metricsToken: e.METRICS_TOKEN,
    trustedProxies: e.TRUSTED_PROXIES ?? new BlockList(),
    needCode: e.NEED_CODE,
    operatorCodes: e.CODE,
    hideUserApiKey: e.HIDE_USER_API_KEY,
    hideBalanceQuery: !e.ENABLE_BALANCE_QUERY,
    disableGpt4: e.DISABLE_GPT4,
    disableFastLink: e.DISABLE_FAST_LINK,
    customModels: e.CUSTOM_MODELS,
    roles: rolesOf(e),
    defaultModel: e.DEFAULT_MODEL[0] ?? "",
    modelsUrl: e.MODELS_URL,
    modelsWatch: e.MODELS_WATCH,
    edgeTtsVoiceName: e.EDGE_TTS_VOICE_NAME,
    supportUrl: e.SUPPORT_URL,
    updateUrl: e.UPDATE_URL,
    plansUrl: e.PLANS_URL,
    analyticsUrl: e.ANALYTICS_URL,
    publicUrl: withoutSlash(e.PUBLIC_URL ?? ""),
    upgradeUrl: e.PLANS_URL ?? `${withoutSlash(e.PUBLIC_URL ?? "")}/settings`,
    serviceWorker: e.PWA,
    fxBrlPerUsd: e.FX_BRL_PER_USD,
    fxBrlPerCny: e.FX_BRL_PER_CNY,
    margin: e.MARGIN,
    limits: {
      freeDailyMessages: e.FREE_DAILY_MESSAGES,
      freeDailyGrant: e.FREE_DAILY_GRANT_BRL,
      freeDailyBudget: e.FREE_DAILY_BUDGET_BRL,
      codePerMinute: e.LIMIT_CODE_PER_MINUTE,
      addressPerMinute: e.LIMIT_ADDRESS_PER_MINUTE,
      openRunsPremium: e.LIMIT_OPEN_RUNS_PREMIUM,
      openRunsFree: e.LIMIT_OPEN_RUNS_FREE,
    },
    providers,
    search: searchOf(e),
    neuralVoices: neuralVoicesOf(e),
    edgeBySpeech: e.EDGE_TTS,
    speech:
      e.SPEECH_URL === undefined ? undefined : { url: baseAddress(homeProvider, e.SPEECH_URL), keys: e.SPEECH_API_KEY },
    upstream: { retries: e.UPSTREAM_RETRIES, breaker: e.UPSTREAM_BREAKER },
    pretendModel: e.PRETEND_MODEL,
    s3: s3Of(e),
    shareApiUrl: e.SHARE_API_URL,
    artifactsOrigin: e.ARTIFACTS_ORIGIN === undefined ? "" : new URL(e.ARTIFACTS_ORIGIN).origin,
    appOrigins: e.APP_ORIGINS,
    plugins: { isOn: e.PLUGIN_PROXY, hosts: e.PLUGIN_HOSTS },
    sync: {
      webDavEndpoints: e.WHITE_WEBDAV_ENDPOINTS.filter((entry) => entry !== "*"),
      anyWebDav: e.WHITE_WEBDAV_ENDPOINTS.includes("*"),
      upstashEndpoints: e.WHITE_UPSTASH_ENDPOINTS,
    },
    accessPepper: e.ACCESS_PEPPER,
  })
}

type Settings = v.InferOutput<typeof settings>

function rolesOf(e: Settings): Config["roles"] {
  const lists = { default: e.DEFAULT_MODEL, free: e.FREE_MODEL, compress: e.COMPRESS_MODEL }
  return { ...lists, image: e.IMAGE_MODEL, speech: e.SPEECH_MODEL }
}

function searchOf(e: Settings): SearchConfig {
  if (e.SEARCH_PROVIDER === "searxng")
    return { kind: "searxng", url: withoutSlash(withoutSlash(e.SEARCH_URL ?? "").replace(/\/search$/, "")) }
  if (e.SEARCH_PROVIDER === "brave") {
    const url = e.SEARCH_URL ?? "https://api.search.brave.com"
    return { kind: "brave", key: e.SEARCH_API_KEY ?? "", url: withoutSlash(url) }
  }
  return { kind: "native" }
}

function neuralVoicesOf({ AZURE_SPEECH_KEY: keys, AZURE_SPEECH_REGION, AZURE_SPEECH_URL }: Settings) {
  if (keys.length === 0) return undefined
  const url = AZURE_SPEECH_URL ?? `https://${AZURE_SPEECH_REGION}.tts.speech.microsoft.com`
  return { url: withoutSlash(url), keys }
}

function s3Of(e: Settings): S3Config | undefined {
  const { S3_ENDPOINT: endpoint, S3_BUCKET: bucket, S3_ACCESS_KEY_ID: accessKeyId } = e
  const secretAccessKey = e.S3_SECRET_ACCESS_KEY
  if (endpoint === undefined || bucket === undefined || accessKeyId === undefined || secretAccessKey === undefined)
    return undefined
  return { endpoint: withoutSlash(endpoint), bucket, region: e.S3_REGION, accessKeyId, secretAccessKey }
}

function withoutSlash(address: string): string {
  return withoutEnd(address, /\//)
}

/** Set for a child process whose environment has the values of `.env` already: what stands there now is not for it. */
export const withoutDotEnv = { PROSA_WITHOUT_DOTENV: "1" }

/** The process's environment with the values of `.env` beneath it: what is set in the environment wins, and what is empty there is not set. */
export function environmentWithDotEnv(
  env: Readonly<Record<string, string | undefined>>,
  file = ".env",
): Record<string, string | undefined> {
  const set = Object.entries(env).filter(([, value]) => value !== undefined && value.trim() !== "")
  const isWhole = env["PROSA_WITHOUT_DOTENV"] === withoutDotEnv.PROSA_WITHOUT_DOTENV
  return { ...(!isWhole && existsSync(file) ? parseEnv(readFileSync(file, "utf8")) : {}), ...Object.fromEntries(set) }
}
