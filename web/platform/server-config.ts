/** What `POST /api/config` tells the page, read field by field: only what is named here reaches the state. */
export interface ServerConfig {
  readonly needCode: boolean
  readonly hideUserApiKey: boolean
  readonly hideBalanceQuery: boolean
  readonly disableGPT4: boolean
  readonly disableFastLink: boolean
  readonly customModels: string
  /** As `model@provider`; empty when the operator set none. */
  readonly defaultModel: string
  readonly edgeTTSVoiceName: string
  readonly productName: string
  /** No provider key is set: answers are simulated. */
  readonly pretend: boolean
  /** Presses on links to a payment page are counted. */
  readonly analytics: boolean
  readonly plansUrl?: string
  readonly supportUrl?: string
  /** Who writes titles and summaries beside each provider's models, by the provider's name, as `model@provider`. */
  readonly compressModels: Readonly<Record<string, string>>
  readonly models: readonly OfferedModel[]
}

/** A model of the server's list. */
export interface OfferedModel {
  readonly name: string
  readonly displayName: string
  readonly provider: string
  readonly available: boolean
  readonly tiers: readonly string[]
  /** In reais per million tokens. */
  readonly pricePerMillion?: { readonly input: number; readonly cached: number; readonly output: number }
  /** In tokens. */
  readonly outputCap?: number
}

export const unknownConfig: ServerConfig = {
  needCode: false,
  hideUserApiKey: false,
  hideBalanceQuery: false,
  disableGPT4: false,
  disableFastLink: false,
  customModels: "",
  defaultModel: "",
  edgeTTSVoiceName: "",
  productName: "Prosa",
  pretend: false,
  analytics: false,
  compressModels: {},
  models: [],
}

type Json = Readonly<Record<string, unknown>>

/** A configuration reply made safe; undefined when it is no object at all. */
export function parseServerConfig(json: unknown): ServerConfig | undefined {
  if (!isRecord(json)) return undefined
  const plansUrl = webAddress(json["plansUrl"])
  const supportUrl = webAddress(json["supportUrl"])
  return {
    needCode: json["needCode"] === true,
    hideUserApiKey: json["hideUserApiKey"] === true,
    hideBalanceQuery: json["hideBalanceQuery"] === true,
    disableGPT4: json["disableGPT4"] === true,
    disableFastLink: json["disableFastLink"] === true,
    customModels: text(json["customModels"]),
    defaultModel: text(json["defaultModel"]),
    edgeTTSVoiceName: text(json["edgeTTSVoiceName"]),
    productName: text(json["productName"]).trim() || unknownConfig.productName,
    pretend: json["pretend"] === true,
    analytics: json["analytics"] === true,
    ...(plansUrl === undefined ? {} : { plansUrl }),
    ...(supportUrl === undefined ? {} : { supportUrl }),
    compressModels: textsByName(json["compressModels"]),
    models: list(json["models"]).flatMap((entry) => parseModel(entry) ?? []),
  }
}

function parseModel(json: unknown): OfferedModel | undefined {
  if (!isRecord(json)) return undefined
  const name = text(json["name"])
  if (name === "") return undefined
  const price = json["pricePerMillion"]
  const outputCap = number(json["outputCap"])
  return {
    name,
    displayName: text(json["displayName"]) || name,
    provider: text(json["provider"]),
    available: json["available"] !== false,
    tiers: list(json["tiers"]).filter((tier) => typeof tier === "string"),
    ...(isRecord(price) ? priceOf(price) : {}),
    ...(outputCap === undefined ? {} : { outputCap }),
  }
}

function priceOf(json: Json): Pick<OfferedModel, "pricePerMillion"> {
  const input = number(json["input"])
  const output = number(json["output"])
  if (input === undefined || output === undefined) return {}
  return { pricePerMillion: { input, cached: number(json["cached"]) ?? input, output } }
}

function isRecord(json: unknown): json is Json {
  return typeof json === "object" && json !== null && !Array.isArray(json)
}

function text(value: unknown): string {
  return typeof value === "string" ? value : ""
}

function textsByName(value: unknown): Readonly<Record<string, string>> {
  if (!isRecord(value)) return {}
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, one]) => (typeof one === "string" ? [[name, one]] : [])),
  )
}

function number(value: unknown): number | undefined {
  return typeof value === "number" && Number.isFinite(value) && value >= 0 ? value : undefined
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** A link the operator gave: http(s) or mail, never a script. */
function webAddress(value: unknown): string | undefined {
  return typeof value === "string" && /^(https?:\/\/|mailto:)/.test(value) ? value : undefined
}
