import { isObject, type JsonObject } from "#core/lib/fields.ts"
import type { AliasOf, Follower, RetiredModel } from "#core/models/model-change.ts"
import type { PlayedRoles } from "#core/models/played-roles.ts"
import { type FreeToday, readFreeToday } from "./visitor.ts"

/** The server's configuration from `POST /api/config`, read field by field: only fields named here reach the state. */
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
  /** The server makes plugins' calls. */
  readonly plugins: boolean
  /** Presses on links to a payment page are counted. */
  readonly analytics: boolean
  readonly plansUrl?: string
  readonly supportUrl?: string
  /** Where pages that models make run, if not here. */
  readonly artifactsOrigin?: string
  /** The host of the service that shared conversations go to, if not this server. */
  readonly shareHost?: string
  /**
   * The model that writes titles and summaries for each provider's models, by the provider's name, as `model@provider`.
   */
  readonly compressModels: Readonly<Record<string, string>>
  readonly models: readonly OfferedModel[]
  /** The models that play the product's roles; empty where an older server does not report them. */
  readonly roles: PlayedRoles
  /** Every model of the offered providers that was switched off, by `name@Provider`. */
  readonly retired: Readonly<Record<string, RetiredModel>>
  /** The operator's aliases. */
  readonly aliases: Readonly<Record<string, AliasOf>>
  /** Chat models of providers that the server has no key for: own keys can ask them. */
  readonly known: readonly KnownModel[]
  /** The models of pictures, speech and transcripts as they were told: where they are shown, `media-offers.ts` reads them. */
  readonly media?: unknown
  /** A visitor's remaining allowance of the day. It changes often and is not stored. */
  readonly free?: FreeToday
}

/** The facts about a model besides its price. An older server reports none. */
export interface ModelFacts {
  readonly name: string
  readonly displayName: string
  readonly provider: string
  readonly canSeeImages?: boolean
  /** As they were told: where they are shown or asked by, `model-facts.ts` reads them. */
  readonly abilities?: unknown
  readonly rating?: unknown
  readonly goodAt?: unknown
  /** The day its provider has announced to switch it off, `YYYY-MM-DD`, where that is near or past. */
  readonly off?: string
}

export type KnownModel = ModelFacts

/** A model of the server's list. */
export interface OfferedModel extends ModelFacts {
  readonly available: boolean
  readonly tiers: readonly string[]
  /** In reais per million tokens. */
  readonly pricePerMillion?: { readonly input: number; readonly cached: number; readonly output: number }
  /** In tokens. */
  readonly outputCap?: number
  /** Tokens for the same text, as a share of those that are estimated; absent: as many. */
  readonly tokensPerText?: number
  /** It was switched off within the last weeks. `next`: who follows, as `name@Provider`. */
  readonly retired?: { readonly since?: string; readonly next?: string }
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
  plugins: true,
  analytics: false,
  compressModels: tableOf([]),
  models: [],
  roles: tableOf([]),
  retired: tableOf([]),
  aliases: tableOf([]),
  known: [],
}

/** A configuration reply made safe; undefined when it is no object at all. */
export function parseServerConfig(json: unknown): ServerConfig | undefined {
  if (!isObject(json)) return undefined
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
    plugins: json["plugins"] !== false,
    analytics: json["analytics"] === true,
    ...(plansUrl === undefined ? {} : { plansUrl }),
    ...(supportUrl === undefined ? {} : { supportUrl }),
    ...told("artifactsOrigin", webAddress(json["artifactsOrigin"])),
    ...told("shareHost", text(json["shareHost"]) || undefined),
    compressModels: textsByName(json["compressModels"]),
    models: list(json["models"]).flatMap((entry) => parseModel(entry) ?? []),
    roles: textsByName(json["roles"]),
    retired: valuesByName(json["retired"], parseRetired),
    aliases: valuesByName(json["aliases"], parseDearer),
    ...told("media", json["media"]),
    ...told("free", readFreeToday(json["free"])),
    known: list(json["known"]).flatMap((entry) => (isObject(entry) ? (factsOf(entry) ?? []) : [])),
  }
}

function parseModel(json: unknown): OfferedModel | undefined {
  if (!isObject(json)) return undefined
  const facts = factsOf(json)
  if (facts === undefined) return undefined
  const { pricePerMillion: price, retired } = json
  const outputCap = number(json["outputCap"])
  return {
    ...facts,
    available: json["available"] !== false,
    tiers: list(json["tiers"]).filter((tier) => typeof tier === "string"),
    ...(isObject(price) ? priceOf(price) : {}),
    ...(outputCap === undefined ? {} : { outputCap }),
    ...told("tokensPerText", number(json["tokensPerText"])),
    ...(isObject(retired) ? { retired: { ...dayOf("since", retired), ...told("next", text(retired["next"])) } } : {}),
  }
}

function factsOf(json: JsonObject): ModelFacts | undefined {
  const follower = followerOf(json)
  if (follower === undefined) return undefined
  const { canSeeImages, abilities, rating, goodAt } = json
  return {
    ...follower,
    ...(typeof canSeeImages === "boolean" ? { canSeeImages } : {}),
    ...told("abilities", abilities),
    ...told("rating", rating),
    ...told("goodAt", goodAt),
    ...dayOf("off", json),
  }
}

function parseRetired(json: JsonObject): RetiredModel {
  const next = isObject(json["next"]) ? followerOf(json["next"]) : undefined
  const cheaper = isObject(json["next"]) && json["next"]["cheaper"] === true
  return {
    displayName: text(json["displayName"]),
    ...dayOf("since", json),
    ...told("next", next && { ...next, cheaper }),
    ...told("dearer", isObject(json["dearer"]) ? parseDearer(json["dearer"]) : undefined),
  }
}

function parseDearer(json: JsonObject): AliasOf | undefined {
  const follower = followerOf(json)
  return follower && { ...follower, ...told("percent", number(json["percent"])) }
}

function followerOf(json: JsonObject): Follower | undefined {
  const name = text(json["name"])
  return name === ""
    ? undefined
    : { name, displayName: text(json["displayName"]) || name, provider: text(json["provider"]) }
}

function priceOf(json: JsonObject): Pick<OfferedModel, "pricePerMillion"> {
  const input = number(json["input"])
  const output = number(json["output"])
  if (input === undefined || output === undefined) return {}
  return { pricePerMillion: { input, cached: number(json["cached"]) ?? input, output } }
}

function text(value: unknown): string {
  return typeof value === "string" ? value : ""
}

function textsByName(value: unknown): Readonly<Record<string, string>> {
  if (!isObject(value)) return tableOf([])
  return tableOf(Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === "string"))
}

/** A table in which a name that nobody put there finds nothing ("constructor"). */
function tableOf<Value>(entries: readonly (readonly [string, Value])[]): Readonly<Record<string, Value>> {
  const table = Object.create(null) as Record<string, Value>
  for (const [name, value] of entries) table[name] = value
  return table
}

function valuesByName<Value>(
  value: unknown,
  parse: (json: JsonObject) => Value | undefined,
): Readonly<Record<string, Value>> {
  if (!isObject(value)) return tableOf([])
  const entries = Object.entries(value).map(([name, one]) => [name, isObject(one) ? parse(one) : undefined] as const)
  return tableOf(entries.filter((entry): entry is readonly [string, Value] => entry[1] !== undefined))
}

/** A day as `YYYY-MM-DD`. */
function dayOf<Name extends string>(name: Name, json: JsonObject): { readonly [key in Name]?: string } {
  const day = text(json[name])
  return told(name, /^\d{4}-\d\d-\d\d$/.test(day) ? day : undefined)
}

/** A field that is absent where there is nothing to report. */
function told<Name extends string, Value>(
  name: Name,
  value: Value | undefined | "",
): { readonly [key in Name]?: Value } {
  return value === undefined || value === "" ? {} : ({ [name]: value } as { readonly [key in Name]?: Value })
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
