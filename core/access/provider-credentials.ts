import type { Credentials } from "../providers/adapter.ts"
import type { ProviderId } from "../providers/registry.ts"

/** Google's thresholds for what it refuses, the strictest last. */
export const safetyLevels = ["BLOCK_NONE", "BLOCK_ONLY_HIGH", "BLOCK_MEDIUM_AND_ABOVE", "BLOCK_LOW_AND_ABOVE"] as const
export type SafetyLevel = (typeof safetyLevels)[number]

/** The user's own keys and addresses, under the names they are stored by (the ancestor's). Empty: not set. */
export interface OwnProviders {
  readonly openaiUrl: string
  readonly openaiApiKey: string
  readonly azureUrl: string
  readonly azureApiKey: string
  readonly azureApiVersion: string
  readonly googleUrl: string
  readonly googleApiKey: string
  readonly googleApiVersion: string
  readonly googleSafetySettings: SafetyLevel
  readonly anthropicUrl: string
  readonly anthropicApiKey: string
  readonly anthropicApiVersion: string
  readonly baiduApiKey: string
  readonly baiduSecretKey: string
  readonly bytedanceUrl: string
  readonly bytedanceApiKey: string
  readonly alibabaUrl: string
  readonly alibabaApiKey: string
  readonly tencentSecretId: string
  readonly tencentSecretKey: string
  readonly moonshotUrl: string
  readonly moonshotApiKey: string
  readonly iflytekApiKey: string
  readonly iflytekApiSecret: string
  readonly stabilityUrl: string
  readonly stabilityApiKey: string
}

export type OwnField = keyof OwnProviders

export const noOwnProviders: OwnProviders = {
  openaiUrl: "",
  openaiApiKey: "",
  azureUrl: "",
  azureApiKey: "",
  azureApiVersion: "2023-08-01-preview",
  googleUrl: "",
  googleApiKey: "",
  googleApiVersion: "v1",
  googleSafetySettings: "BLOCK_ONLY_HIGH",
  anthropicUrl: "",
  anthropicApiKey: "",
  anthropicApiVersion: "2023-06-01",
  baiduApiKey: "",
  baiduSecretKey: "",
  bytedanceUrl: "",
  bytedanceApiKey: "",
  alibabaUrl: "",
  alibabaApiKey: "",
  tencentSecretId: "",
  tencentSecretKey: "",
  moonshotUrl: "",
  moonshotApiKey: "",
  iflytekApiKey: "",
  iflytekApiSecret: "",
  stabilityUrl: "",
  stabilityApiKey: "",
}

/** How one field of a provider is asked for. */
export interface OwnFieldKind {
  readonly name: OwnField
  readonly kind: "url" | "key" | "secret" | "version" | "safety"
  /** Without it the provider is not valid. */
  readonly required: boolean
}

const url = (name: OwnField, required = false): OwnFieldKind => ({ name, kind: "url", required })
const key = (name: OwnField): OwnFieldKind => ({ name, kind: "key", required: true })
const secret = (name: OwnField): OwnFieldKind => ({ name, kind: "secret", required: true })
const version = (name: OwnField, required = false): OwnFieldKind => ({ name, kind: "version", required })

/** The fields of each provider, in the order they are asked for. Baidu's endpoint cannot be customised. */
export const ownFields: Readonly<Record<ProviderId, readonly OwnFieldKind[]>> = {
  openai: [url("openaiUrl"), key("openaiApiKey")],
  azure: [url("azureUrl", true), key("azureApiKey"), version("azureApiVersion", true)],
  google: [
    url("googleUrl"),
    key("googleApiKey"),
    version("googleApiVersion"),
    { name: "googleSafetySettings", kind: "safety", required: false },
  ],
  anthropic: [url("anthropicUrl"), key("anthropicApiKey"), version("anthropicApiVersion")],
  baidu: [key("baiduApiKey"), secret("baiduSecretKey")],
  bytedance: [url("bytedanceUrl"), key("bytedanceApiKey")],
  alibaba: [url("alibabaUrl"), key("alibabaApiKey")],
  tencent: [key("tencentSecretId"), secret("tencentSecretKey")],
  moonshot: [url("moonshotUrl"), key("moonshotApiKey")],
  iflytek: [key("iflytekApiKey"), secret("iflytekApiSecret")],
  stability: [url("stabilityUrl"), key("stabilityApiKey")],
}

/** A provider counts as valid only if all its required fields are non-empty (secondary §5). */
export function isOwnProviderValid(provider: ProviderId, own: OwnProviders): boolean {
  return ownFields[provider].every(({ name, required }) => !required || own[name].trim() !== "")
}

/** An address other than the default must begin with http:// or https://. */
export function isEndpoint(address: string): boolean {
  return address.trim() === "" || /^https?:\/\/[^\s/]/i.test(address.trim())
}

/** The own credentials of a provider, as its adapter takes them; undefined where they are not complete. */
export function ownCredentials(provider: ProviderId, own: OwnProviders): Credentials | undefined {
  if (!isOwnProviderValid(provider, own)) return undefined
  const value = (kind: OwnFieldKind["kind"]) => {
    const field = ownFields[provider].find((candidate) => candidate.kind === kind)
    const text = field === undefined ? "" : own[field.name].trim()
    return text === "" ? undefined : text
  }
  const baseUrl = value("url")
  const apiVersion = value("version")
  const secretKey = value("secret")
  return {
    apiKey: value("key") ?? "",
    ...(secretKey === undefined ? {} : { secretKey }),
    ...(baseUrl === undefined ? {} : { baseUrl }),
    ...(apiVersion === undefined ? {} : { apiVersion }),
  }
}
