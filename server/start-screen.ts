import { toReais } from "#core/lib/micro-reais.ts"
import { providerIds, providerNames } from "#core/providers/registry.ts"
import type { Config } from "./config.ts"

/** The facts of a server that has just started. */
export interface StartFacts {
  readonly url: string
  /** The pretend model answers. */
  readonly pretend: boolean
  readonly offeredModels: number
  /** Listed, and disabled for want of a price. */
  readonly unpricedModels: number
  readonly codes: number
  /** Where the operator's token lies; undefined: the operator set it. */
  readonly adminTokenFile?: string | undefined
  /** Settings without an effect, and files that other users of the machine can read; a sentence each. */
  readonly warnings?: readonly string[]
}

const admin = "npm run admin --"
/** A word that is long enough not to be warned about. */
const fewestCharacters = 16

/** What is shown to whoever starts a server: what is set, what is missing, and what to do next. It contains no key and no code. */
export function startScreen(config: Config, facts: StartFacts): string {
  const rows: readonly (readonly [string, string])[] = [
    ["Answers", facts.pretend ? "simulated, and every page says so: no provider key is set" : "by real providers"],
    ["Providers", providersRow(config)],
    ["Models", modelsRow(facts)],
    ["Visitors", visitorsRow(config)],
    ["Access codes", codesRow(config, facts)],
    ["Data", config.databaseUrl === undefined ? `SQLite in ${config.dataDir}` : "PostgreSQL (DATABASE_URL)"],
    ["Admin token", facts.adminTokenFile ?? "set by you (ADMIN_TOKEN)"],
    ["Reached from", config.host === "127.0.0.1" ? "this machine only (HOST=127.0.0.1)" : `HOST=${config.host}`],
  ]
  const width = Math.max(...rows.map(([name]) => name.length))
  const table = rows.map(([name, value]) => `  ${name.padEnd(width)}  ${value}`)
  const warnings = [...shortWords(config), ...(facts.warnings ?? [])].map((warning) => `  ! ${warning}`)
  return [
    `\n${config.productName} is ready: ${facts.url}\n`,
    ...table,
    ...(warnings.length > 0 ? ["", ...warnings] : []),
    `\n  Next: ${nextStep(config, facts)}\n`,
  ].join("\n")
}

function providersRow(config: Config): string {
  const count = (keys: number) => (keys > 1 ? ` (${keys} keys)` : "")
  const reached = providerIds.filter((id) => config.providers[id].keys.length > 0)
  if (reached.length === 0) return "none has a key (.env.example lists the eleven)"
  return reached.map((id) => `${providerNames[id]}${count(config.providers[id].keys.length)}`).join(", ")
}

function modelsRow({ offeredModels, unpricedModels }: StartFacts): string {
  const offered = `${offeredModels} offered`
  return unpricedModels === 0
    ? offered
    : `${offered}, ${unpricedModels} disabled without a price (${admin} prices list)`
}

function visitorsRow({ needCode, limits }: Config): string {
  if (needCode) return "must enter a code (NEED_CODE)"
  const each = `${limits.freeDailyMessages} messages a day each`
  return `welcome: ${each}, at most R$ ${toReais(limits.freeDailyBudget).toFixed(2)} a day for all`
}

function codesRow({ operatorCodes }: Config, { codes }: StartFacts): string {
  const issued = codes === 0 ? "none issued" : `${codes} issued`
  return operatorCodes.length === 0 ? issued : `${issued}; ${operatorCodes.length} in CODE: premium and NOT metered`
}

/** Any word may be sent as a key of one's own, and each is a guess at these. */
function shortWords({ operatorCodes }: Config): readonly string[] {
  const short = operatorCodes.filter((word) => word.length < fewestCharacters).length
  return short === 0 ? [] : [`CODE: ${short} with fewer than ${fewestCharacters} characters, which can be guessed`]
}

function nextStep(config: Config, facts: StartFacts): string {
  const issue = `issue a code: ${admin} code create --kind premium --credit 20.00`
  const isClosed = config.needCode && facts.codes === 0 && config.operatorCodes.length === 0
  if (isClosed) return facts.pretend ? `${issue}; nobody can try the page before` : issue
  if (facts.pretend)
    return "try the page; then put OPENAI_API_KEY=… (or another provider's key) into .env and start again"
  if (facts.codes === 0) return issue
  if (config.host === "127.0.0.1") return "put an HTTPS proxy in front, name it in TRUSTED_PROXIES, and set PUBLIC_URL"
  return `look after the books: ${admin} ledger verify, ${admin} backup FILE`
}
