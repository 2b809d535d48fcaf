import { safetyThresholds, type SafetyThreshold } from "../gateway/chat-request.ts"
import type { Credentials } from "../providers/adapter.ts"
import type { CredentialField } from "../providers/manifest.ts"
import { manifestOf, type OwnField, type ProviderId, providerIds } from "../providers/registry.ts"

/** The user's own keys and addresses under their stored names, which are NextChat's. An empty text means "not set". */
export type OwnProviders = Readonly<Record<OwnField, string>>

/** One field of a provider, in whose place stored data has a text. */
export interface OwnFieldKind extends CredentialField {
  readonly name: OwnField
}

/** Whether the provider cannot be asked without it. */
export function isRequired({ kind, required = kind === "key" || kind === "secret" }: OwnFieldKind): boolean {
  return required
}

/** The fields of a provider, in the order they are asked for. */
export function ownFields(provider: ProviderId): readonly OwnFieldKind[] {
  return manifestOf[provider].ownFields as readonly OwnFieldKind[]
}

const allFields = providerIds.flatMap(ownFields)

/** Empty credentials: the fields before anything is typed. */
export const noOwnProviders = textsOf(({ usual = "" }) => usual)

/** Every field, read from stored texts: `read` gives the text under a name, or the given one where there is none. */
export function readOwnProviders(read: (name: OwnField, usual: string) => string): OwnProviders {
  return textsOf(({ name, kind }) => {
    const text = read(name, noOwnProviders[name])
    const isOne = kind !== "safety" || safetyThresholds.some((level) => level === text)
    return isOne ? text : noOwnProviders[name]
  })
}

function textsOf(textOf: (field: OwnFieldKind) => string): OwnProviders {
  return Object.fromEntries(allFields.map((field) => [field.name, textOf(field)])) as OwnProviders
}

/** Whether a provider can be used with these fields: all its required ones are non-empty. */
export function isOwnProviderValid(provider: ProviderId, own: OwnProviders): boolean {
  return ownFields(provider).every((field) => !isRequired(field) || own[field.name].trim() !== "")
}

/** An address other than the default must begin with http:// or https://. */
export function isEndpoint(address: string): boolean {
  return address.trim() === "" || /^https?:\/\/[^\s/]/i.test(address.trim())
}

/** The user's credentials for a provider in the form that its adapter takes; undefined where they are incomplete. */
export function ownCredentials(provider: ProviderId, own: OwnProviders): Credentials | undefined {
  if (!isOwnProviderValid(provider, own)) return undefined
  const { key = "", secret, url, version } = ownValues(provider, own)
  return {
    apiKey: key,
    ...(secret && { secretKey: secret }),
    ...(url && { baseUrl: url }),
    ...(version && { apiVersion: version }),
  }
}

/** How much harm the provider is to let pass; undefined where it has no such setting. */
export function ownSafety(provider: ProviderId, own: OwnProviders): SafetyThreshold | undefined {
  const { safety } = ownValues(provider, own)
  return safetyThresholds.find((level) => level === safety)
}

/** The trimmed values of the provider's fields, by their kinds; a provider has at most one of each kind. */
function ownValues(provider: ProviderId, own: OwnProviders): Partial<Record<CredentialField["kind"], string>> {
  return Object.fromEntries(ownFields(provider).map(({ kind, name }) => [kind, own[name].trim()]))
}
