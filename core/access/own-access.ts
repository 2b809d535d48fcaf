import type { SafetyThreshold } from "../gateway/chat-request.ts"
import type { RefusalReason } from "../gateway/refusal.ts"
import { fieldsOf, readFlag, readText } from "../lib/fields.ts"
import type { Credentials } from "../providers/adapter.ts"
import {
  homeProvider,
  manifestOf,
  providerIds,
  providerNamed,
  providerNames,
  type ProviderId,
} from "../providers/registry.ts"
import {
  isOwnProviderValid,
  noOwnProviders,
  ownCredentials,
  type OwnProviders,
  ownSafety,
  readOwnProviders,
} from "./provider-credentials.ts"

/**
 * Whether and how the user's own keys are used. They are stored in this browser and are sent only with the calls they
 * pay for.
 */
export interface OwnAccess {
  readonly useCustomConfig: boolean
  /** The provider chosen in the settings; keys of the other providers are kept. */
  readonly provider: ProviderId
  readonly fields: OwnProviders
}

export const noOwnAccess: OwnAccess = { useCustomConfig: false, provider: homeProvider, fields: noOwnProviders }

/** The providers whose keys are in use: switched on, allowed here, and complete. */
export function ownProvidersInUse(own: OwnAccess): readonly ProviderId[] {
  if (!own.useCustomConfig) return []
  return providerIds.filter((id) => isOwnProviderValid(id, own.fields))
}

/** A call that the user's own key pays for. */
export interface OwnCall {
  readonly provider: ProviderId
  readonly credentials: Credentials
  /** From which degree of harm on the provider blocks an answer, where the user can set that. */
  readonly safety?: SafetyThreshold
}

/**
 * Decides who pays for a call to a provider, given by name: the user's own key, or (undefined) the account that the
 * gateway finds. `incomplete-azure` means that the chosen Azure lacks a field, so nobody can pay.
 */
export function ownCallTo(own: OwnAccess, providerName: string): OwnCall | RefusalReason | undefined {
  const provider = providerNamed(providerName)
  if (!own.useCustomConfig || provider === undefined) return undefined
  const credentials = ownCredentials(provider, own.fields)
  if (credentials === undefined) return own.provider === provider ? manifestOf[provider].incomplete : undefined
  const safety = ownSafety(provider, own.fields)
  return { provider, credentials, ...(safety && { safety }) }
}

/**
 * The provider that new conversations begin with: the chosen one if its fields are complete. An incomplete Azure
 * counts, too, so that the page names the missing field instead of asking another provider.
 */
export function ownFirstChoice({ useCustomConfig, provider, fields }: OwnAccess): ProviderId | undefined {
  if (!useCustomConfig) return undefined
  const isAsked = manifestOf[provider].incomplete !== undefined || isOwnProviderValid(provider, fields)
  return isAsked ? provider : undefined
}

/** The stored fields of `nk-access-control` that concern own keys, flat as NextChat stores them. */
export function writeOwnAccess({ useCustomConfig, provider, fields }: OwnAccess): Readonly<Record<string, unknown>> {
  return { useCustomConfig, provider: providerNames[provider], ...fields }
}

const longest = 500

/** Reads the flat fields. Before `version` 2 NextChat stored OpenAI's key as `token`. */
export function readOwnAccess(state: unknown, version = 2): OwnAccess {
  const stored = fieldsOf(state)
  const fields = readOwnProviders((name, usual) => readText(stored[name], usual, longest))
  const token = readText(stored["token"], "", longest)
  return {
    useCustomConfig: readFlag(stored["useCustomConfig"], false),
    provider: providerNamed(readText(stored["provider"], "")) ?? noOwnAccess.provider,
    fields: version < 2 && fields.openaiApiKey === "" ? { ...fields, openaiApiKey: token } : fields,
  }
}
