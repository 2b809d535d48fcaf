import { BlockList } from "node:net"
import { existsSync, readFileSync } from "node:fs"
import { resolve } from "node:path"
import { parseEnv } from "node:util"
import { z } from "zod"
import { err, ok, type Result } from "#core/lib/result.ts"
import type { MicroReais } from "#core/lib/micro-reais.ts"
import type { Role } from "#core/models/roles.ts"
import type { ProviderId } from "#core/providers/registry.ts"
import { withoutEnd } from "#core/lib/without-end.ts"
import { cidrs, count, decimal, flag, list, port, reais, secret, secrets, url, version } from "./config-values.ts"
import { baseAddress } from "./gateway/providers/base-address.ts"

/** Everything the operator can set, read and checked once at start. Names: `CONTRACT.md` §2. */
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
  readonly fxBrlPerUsd: string
  /** Absent: models priced in yuan are disabled. */
  readonly fxBrlPerCny?: string | undefined
  readonly margin: string
  readonly limits: Limits
  readonly providers: Readonly<Record<ProviderId, ProviderConfig>>
  /** How a provider in trouble is treated: extra attempts before the first byte; whether it is spared after many failures. */
  readonly upstream: { readonly retries: number; readonly breaker: boolean }
  readonly search: SearchConfig
  readonly pretendModel: "auto" | "on" | "off"
  readonly accessPepper: string | undefined
}

/** How one provider is reached. */
export interface ProviderConfig {
  /** The operator's keys. Where a provider wants two words (Baidu, Tencent, iFlytek), each is "key:secret". */
  readonly keys: readonly string[]
  /** Without a trailing slash or version; undefined where the provider has no address of its own (Azure). */
  readonly baseUrl: string | undefined
  /** The API version that is sent where the client names none. */
  readonly version?: string | undefined
  readonly organization?: string | undefined
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

/** Where the providers themselves live. */
const homes = {
  openai: "https://api.openai.com",
  google: "https://generativelanguage.googleapis.com",
  anthropic: "https://api.anthropic.com",
  baidu: "https://aip.baidubce.com",
  bytedance: "https://ark.cn-beijing.volces.com",
  alibaba: "https://dashscope.aliyuncs.com",
  tencent: "https://hunyuan.tencentcloudapi.com",
  moonshot: "https://api.moonshot.ai",
  iflytek: "https://spark-api-open.xf-yun.com",
  stability: "https://api.stability.ai",
}

const settings = z.object({
  PORT: port.default(3000),
  HOST: z.string().default("127.0.0.1"),
  DATA_DIR: z.string().default("./data"),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, "must begin with postgres:// or postgresql://")
    .optional(),
  PRODUCT_NAME: z.string().max(40).default("Prosa"),
  ADMIN_TOKEN: secret.min(16, "must have at least 16 characters").optional(),
  METRICS_TOKEN: secret.min(16, "must have at least 16 characters").optional(),
  TRUSTED_PROXIES: cidrs.optional(),
  NEED_CODE: flag.default(false),
  CODE: secrets.default([]),
  HIDE_USER_API_KEY: flag.default(false),
  ENABLE_BALANCE_QUERY: flag.default(true),
  DISABLE_GPT4: flag.default(false),
  DISABLE_FAST_LINK: flag.default(false),
  CUSTOM_MODELS: z.string().default(""),
  DEFAULT_MODEL: list.default([]),
  FREE_MODEL: list.default([]),
  COMPRESS_MODEL: list.default([]),
  IMAGE_MODEL: list.default([]),
  SPEECH_MODEL: list.default([]),
  MODELS_URL: url.optional(),
  MODELS_WATCH: flag.default(true),
  EDGE_TTS_VOICE_NAME: z.string().default(""),
  SUPPORT_URL: url.optional(),
  UPDATE_URL: url.optional(),
  PLANS_URL: url.optional(),
  PUBLIC_URL: url.optional(),
  ANALYTICS_URL: url.optional(),
  FX_BRL_PER_USD: decimal.default("5.50"),
  FX_BRL_PER_CNY: decimal.optional(),
  MARGIN: decimal.default("1.3"),
  FREE_DAILY_MESSAGES: count.default(30),
  FREE_DAILY_GRANT_BRL: reais.prefault("0.50"),
  FREE_DAILY_BUDGET_BRL: reais.prefault("20"),
  LIMIT_CODE_PER_MINUTE: count.default(600),
  LIMIT_ADDRESS_PER_MINUTE: count.default(3000),
  LIMIT_OPEN_RUNS_PREMIUM: count.default(3),
  LIMIT_OPEN_RUNS_FREE: count.default(1),
  OPENAI_API_KEY: secrets.default([]),
  BASE_URL: url.default(homes.openai),
  OPENAI_ORG_ID: secret.optional(),
  AZURE_API_KEY: secrets.default([]),
  AZURE_URL: url.optional(),
  AZURE_API_VERSION: version.default("2023-08-01-preview"),
  GOOGLE_API_KEY: secrets.default([]),
  GOOGLE_URL: url.default(homes.google),
  ANTHROPIC_API_KEY: secrets.default([]),
  ANTHROPIC_URL: url.default(homes.anthropic),
  ANTHROPIC_API_VERSION: version.default("2023-06-01"),
  BAIDU_API_KEY: secrets.default([]),
  BAIDU_SECRET_KEY: secrets.default([]),
  BAIDU_URL: url.default(homes.baidu),
  BYTEDANCE_API_KEY: secrets.default([]),
  BYTEDANCE_URL: url.default(homes.bytedance),
  ALIBABA_API_KEY: secrets.default([]),
  ALIBABA_URL: url.default(homes.alibaba),
  TENCENT_SECRET_ID: secrets.default([]),
  TENCENT_SECRET_KEY: secrets.default([]),
  TENCENT_URL: url.default(homes.tencent),
  MOONSHOT_API_KEY: secrets.default([]),
  MOONSHOT_URL: url.default(homes.moonshot),
  IFLYTEK_API_KEY: secrets.default([]),
  IFLYTEK_API_SECRET: secrets.default([]),
  IFLYTEK_URL: url.default(homes.iflytek),
  STABILITY_API_KEY: secrets.default([]),
  STABILITY_URL: url.default(homes.stability),
  SEARCH_PROVIDER: z
    .enum(["native", "searxng", "brave"], { error: "must be native, searxng or brave" })
    .default("native"),
  SEARCH_URL: url.optional(),
  SEARCH_API_KEY: secret.optional(),
  UPSTREAM_RETRIES: count.refine((value) => value <= 5, "must be 0 to 5").default(2),
  UPSTREAM_BREAKER: flag.default(true),
  PRETEND_MODEL: z
    .enum(["auto", "on", "1", "true", "off", "0", "false"], { error: "must be auto, on or off" })
    .transform((value) => (value === "auto" ? "auto" : ["on", "1", "true"].includes(value) ? "on" : "off"))
    .default("auto"),
  ACCESS_PEPPER: z.string().min(32, "must have at least 32 characters").optional(),
})

/** What belongs together: keys of two words, and a search service with its address or key. */
const environment = settings.superRefine((e, context) => {
  const wrong = (name: string, message: string) => context.addIssue({ code: "custom", path: [name], message })
  for (const [first, second] of keyPairs) {
    if (e[first].length === e[second].length) continue
    const [lacking, other] = e[first].length < e[second].length ? [first, second] : [second, first]
    wrong(lacking, `must have as many values as ${other}`)
  }
  if (e.SEARCH_PROVIDER === "searxng" && e.SEARCH_URL === undefined)
    wrong("SEARCH_URL", "must be set for SEARCH_PROVIDER=searxng")
  if (e.SEARCH_PROVIDER === "brave" && e.SEARCH_API_KEY === undefined)
    wrong("SEARCH_API_KEY", "must be set for SEARCH_PROVIDER=brave")
})
const keyPairs = [
  ["BAIDU_API_KEY", "BAIDU_SECRET_KEY"],
  ["TENCENT_SECRET_ID", "TENCENT_SECRET_KEY"],
  ["IFLYTEK_API_KEY", "IFLYTEK_API_SECRET"],
] as const

/** The configuration, or one line for each wrong value. An empty value counts as absent. */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Result<Config, readonly string[]> {
  const present = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value.trim() !== ""),
  )
  const parsed = environment.safeParse(present)
  if (!parsed.success) {
    const lines = new Map(parsed.error.issues.map((issue) => [issue.path.join("."), issue.message] as const))
    return err([...lines].map(([name, message]) => `${name} ${message}`))
  }
  const e = parsed.data
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
    providers: providersOf(e),
    search: searchOf(e),
    upstream: { retries: e.UPSTREAM_RETRIES, breaker: e.UPSTREAM_BREAKER },
    pretendModel: e.PRETEND_MODEL,
    accessPepper: e.ACCESS_PEPPER,
  })
}

type Settings = z.infer<typeof settings>

function rolesOf(e: Settings): Config["roles"] {
  const lists = { default: e.DEFAULT_MODEL, free: e.FREE_MODEL, compress: e.COMPRESS_MODEL }
  return { ...lists, image: e.IMAGE_MODEL, speech: e.SPEECH_MODEL }
}

function providersOf(e: Settings): Config["providers"] {
  return {
    openai: { keys: e.OPENAI_API_KEY, baseUrl: baseAddress("openai", e.BASE_URL), organization: e.OPENAI_ORG_ID },
    azure: {
      keys: e.AZURE_API_KEY,
      baseUrl: e.AZURE_URL && baseAddress("azure", e.AZURE_URL),
      version: e.AZURE_API_VERSION,
    },
    google: { keys: e.GOOGLE_API_KEY, baseUrl: baseAddress("google", e.GOOGLE_URL) },
    anthropic: {
      keys: e.ANTHROPIC_API_KEY,
      baseUrl: baseAddress("anthropic", e.ANTHROPIC_URL),
      version: e.ANTHROPIC_API_VERSION,
    },
    baidu: { keys: pairs(e.BAIDU_API_KEY, e.BAIDU_SECRET_KEY), baseUrl: baseAddress("baidu", e.BAIDU_URL) },
    bytedance: { keys: e.BYTEDANCE_API_KEY, baseUrl: baseAddress("bytedance", e.BYTEDANCE_URL) },
    alibaba: { keys: e.ALIBABA_API_KEY, baseUrl: baseAddress("alibaba", e.ALIBABA_URL) },
    tencent: { keys: pairs(e.TENCENT_SECRET_ID, e.TENCENT_SECRET_KEY), baseUrl: baseAddress("tencent", e.TENCENT_URL) },
    moonshot: { keys: e.MOONSHOT_API_KEY, baseUrl: baseAddress("moonshot", e.MOONSHOT_URL) },
    iflytek: { keys: pairs(e.IFLYTEK_API_KEY, e.IFLYTEK_API_SECRET), baseUrl: baseAddress("iflytek", e.IFLYTEK_URL) },
    stability: { keys: e.STABILITY_API_KEY, baseUrl: baseAddress("stability", e.STABILITY_URL) },
  }
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

/** Whether a provider is asked at its own address, where its own catalogue and dates hold; Azure is always the operator's own. */
export function isAtHome({ providers }: Pick<Config, "providers">, provider: ProviderId): boolean {
  if (provider === "azure") return true
  return providers[provider].baseUrl === baseAddress(provider, homes[provider])
}

function withoutSlash(address: string): string {
  return withoutEnd(address, /\//)
}

function pairs(keys: readonly string[], secrets: readonly string[]): readonly string[] {
  return keys.map((key, at) => `${key}:${secrets[at] ?? ""}`)
}

/** The process's environment with the values of `.env` beneath it: what is set in the environment wins. */
export function environmentWithDotEnv(
  env: Readonly<Record<string, string | undefined>>,
  file = ".env",
): Record<string, string | undefined> {
  return { ...(existsSync(file) ? parseEnv(readFileSync(file, "utf8")) : {}), ...env }
}
