import { BlockList, isIP } from "node:net"
import { existsSync, readFileSync } from "node:fs"
import { resolve } from "node:path"
import { parseEnv } from "node:util"
import { z } from "zod"
import { err, ok, type Result } from "#core/lib/result.ts"
import { type MicroReais, parseReais } from "#core/lib/micro-reais.ts"

/** Everything the operator can set, read and checked once at start. Names: `CONTRACT.md` §2. */
export interface Config {
  readonly port: number
  readonly host: string
  readonly dataDir: string
  readonly databaseUrl: string | undefined
  readonly productName: string
  readonly adminToken: string | undefined
  readonly trustedProxies: BlockList
  readonly needCode: boolean
  /** Premium codes without metering, as the ancestor knew them. */
  readonly operatorCodes: readonly string[]
  readonly hideUserApiKey: boolean
  readonly hideBalanceQuery: boolean
  readonly disableGpt4: boolean
  readonly disableFastLink: boolean
  readonly customModels: string
  readonly defaultModel: string
  readonly edgeTtsVoiceName: string
  readonly supportUrl: string | undefined
  readonly plansUrl: string | undefined
  /** Where who has no balance or not the right plan is sent: the plans, else the page's own settings. */
  readonly upgradeUrl: string
  readonly fxBrlPerUsd: string
  readonly margin: string
  readonly limits: Limits
  readonly openai: {
    readonly keys: readonly string[]
    readonly baseUrl: string
    readonly organization: string | undefined
  }
  /** How a provider in trouble is treated: extra attempts before the first byte; whether it is spared after many failures. */
  readonly upstream: { readonly retries: number; readonly breaker: boolean }
  readonly pretendModel: "auto" | "on" | "off"
  readonly accessPepper: string | undefined
}

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

const flag = z
  .enum(["0", "1", "true", "false", "yes", "no", "on", "off"], { error: "must be 0 or 1" })
  .transform((value) => ["1", "true", "yes", "on"].includes(value))
const count = z
  .string()
  .regex(/^\d{1,9}$/, "must be a whole number, 0 or more")
  .transform(Number)
const port = count.refine((value) => value <= 65_535, "must be a port, 0 to 65535")
const decimal = z
  .string()
  .regex(/^\d{1,6}(\.\d{1,6})?$/, "must be a decimal number above 0, such as 5.50")
  .refine((value) => Number(value) > 0, "must be a decimal number above 0, such as 5.50")
const reais = z.string().transform((value, context) => {
  const amount = parseReais(value)
  if (amount === undefined || amount < 0) {
    context.addIssue({ code: "custom", message: "must be an amount in reais such as 0.50" })
    return z.NEVER
  }
  return amount
})
const url = z.url({ protocol: /^https?$/, error: "must be a URL that begins with http:// or https://" })
const list = z.string().transform((value) =>
  value
    .split(",")
    .map((item) => item.trim())
    .filter((item) => item !== ""),
)
const cidrs = list.transform((ranges, context) => {
  const block = new BlockList()
  for (const range of ranges) {
    const [address = "", prefix] = range.split("/")
    const family = isIP(address)
    const bits = prefix === undefined ? (family === 6 ? 128 : 32) : Number(prefix)
    if (family === 0 || !Number.isInteger(bits) || bits < 0 || bits > (family === 6 ? 128 : 32)) {
      context.addIssue({ code: "custom", message: "must be a comma list of addresses or CIDR ranges" })
      return z.NEVER
    }
    block.addSubnet(address, bits, family === 6 ? "ipv6" : "ipv4")
  }
  return block
})

const environment = z.object({
  PORT: port.default(3000),
  HOST: z.string().default("127.0.0.1"),
  DATA_DIR: z.string().default("./data"),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, "must begin with postgres:// or postgresql://")
    .optional(),
  PRODUCT_NAME: z.string().max(40).default("Prosa"),
  ADMIN_TOKEN: z.string().min(16, "must have at least 16 characters").optional(),
  TRUSTED_PROXIES: cidrs.optional(),
  NEED_CODE: flag.default(false),
  CODE: list.default([]),
  HIDE_USER_API_KEY: flag.default(false),
  ENABLE_BALANCE_QUERY: flag.default(true),
  DISABLE_GPT4: flag.default(false),
  DISABLE_FAST_LINK: flag.default(false),
  CUSTOM_MODELS: z.string().default(""),
  DEFAULT_MODEL: z.string().default(""),
  EDGE_TTS_VOICE_NAME: z.string().default(""),
  SUPPORT_URL: url.optional(),
  PLANS_URL: url.optional(),
  PUBLIC_URL: url.optional(),
  FX_BRL_PER_USD: decimal.default("5.50"),
  MARGIN: decimal.default("1.3"),
  FREE_DAILY_MESSAGES: count.default(30),
  FREE_DAILY_GRANT_BRL: reais.prefault("0.50"),
  FREE_DAILY_BUDGET_BRL: reais.prefault("20"),
  LIMIT_CODE_PER_MINUTE: count.default(600),
  LIMIT_ADDRESS_PER_MINUTE: count.default(3000),
  LIMIT_OPEN_RUNS_PREMIUM: count.default(3),
  LIMIT_OPEN_RUNS_FREE: count.default(1),
  OPENAI_API_KEY: list.default([]),
  BASE_URL: url.default("https://api.openai.com"),
  OPENAI_ORG_ID: z.string().optional(),
  UPSTREAM_RETRIES: count.refine((value) => value <= 5, "must be 0 to 5").default(2),
  UPSTREAM_BREAKER: flag.default(true),
  PRETEND_MODEL: z
    .enum(["auto", "on", "1", "true", "off", "0", "false"], { error: "must be auto, on or off" })
    .transform((value) => (value === "auto" ? "auto" : ["on", "1", "true"].includes(value) ? "on" : "off"))
    .default("auto"),
  ACCESS_PEPPER: z.string().min(32, "must have at least 32 characters").optional(),
})

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
    trustedProxies: e.TRUSTED_PROXIES ?? new BlockList(),
    needCode: e.NEED_CODE,
    operatorCodes: e.CODE,
    hideUserApiKey: e.HIDE_USER_API_KEY,
    hideBalanceQuery: !e.ENABLE_BALANCE_QUERY,
    disableGpt4: e.DISABLE_GPT4,
    disableFastLink: e.DISABLE_FAST_LINK,
    customModels: e.CUSTOM_MODELS,
    defaultModel: e.DEFAULT_MODEL,
    edgeTtsVoiceName: e.EDGE_TTS_VOICE_NAME,
    supportUrl: e.SUPPORT_URL,
    plansUrl: e.PLANS_URL,
    upgradeUrl: e.PLANS_URL ?? `${e.PUBLIC_URL?.replace(/\/+$/, "") ?? ""}/settings`,
    fxBrlPerUsd: e.FX_BRL_PER_USD,
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
    openai: { keys: e.OPENAI_API_KEY, baseUrl: originOf(e.BASE_URL), organization: e.OPENAI_ORG_ID },
    upstream: { retries: e.UPSTREAM_RETRIES, breaker: e.UPSTREAM_BREAKER },
    pretendModel: e.PRETEND_MODEL,
    accessPepper: e.ACCESS_PEPPER,
  })
}

/** A provider's base as the operator may write it (with or without a trailing slash or `/v1`), without either. */
function originOf(base: string): string {
  return base.replace(/\/+$/, "").replace(/\/v1$/, "").replace(/\/+$/, "")
}

/** The process's environment with the values of `.env` beneath it: what is set in the environment wins. */
export function environmentWithDotEnv(
  env: Readonly<Record<string, string | undefined>>,
  file = ".env",
): Record<string, string | undefined> {
  return { ...(existsSync(file) ? parseEnv(readFileSync(file, "utf8")) : {}), ...env }
}
