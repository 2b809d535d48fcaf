import { fieldsOf, readChoice, readFlag, readText } from "../lib/read-value.ts"
import type { Credentials } from "../providers/adapter.ts"
import { providerIds, providerNamed, providerNames, type ProviderId } from "../providers/registry.ts"
import {
  isOwnProviderValid,
  noOwnProviders,
  ownCredentials,
  safetyLevels,
  type OwnField,
  type OwnProviders,
} from "./provider-credentials.ts"

/** Whether and how the user's own keys are used. They lie in this browser and go nowhere but along with their calls. */
export interface OwnAccess {
  readonly useCustomConfig: boolean
  /** The one chosen in the settings; keys of the others stay. */
  readonly provider: ProviderId
  readonly fields: OwnProviders
}

export const noOwnAccess: OwnAccess = { useCustomConfig: false, provider: "openai", fields: noOwnProviders }

/** The providers whose keys are in use: switched on, allowed here, and complete. */
export function ownProvidersInUse(own: OwnAccess): readonly ProviderId[] {
  if (!own.useCustomConfig) return []
  return providerIds.filter((id) => isOwnProviderValid(id, own.fields))
}

/** A call that the user's own key pays for. */
export interface OwnCall {
  readonly provider: ProviderId
  readonly credentials: Credentials
}

/**
 * Who pays for a call to a provider by name: the user's own key, or (undefined) whoever the gateway says. An Azure that
 * was chosen and is incomplete is neither.
 */
export function ownCallTo(own: OwnAccess, providerName: string): OwnCall | "incomplete-azure" | undefined {
  const provider = providerNamed(providerName)
  if (!own.useCustomConfig || provider === undefined) return undefined
  const credentials = ownCredentials(provider, own.fields)
  if (credentials === undefined) {
    return provider === "azure" && own.provider === "azure" ? "incomplete-azure" : undefined
  }
  return { provider, credentials }
}

/**
 * The provider new conversations begin with: the chosen one, if its keys are complete. An incomplete Azure counts too, so
 * that what it lacks is told instead of another one being asked.
 */
export function ownFirstChoice(own: OwnAccess): ProviderId | undefined {
  if (!own.useCustomConfig) return undefined
  return own.provider === "azure" || isOwnProviderValid(own.provider, own.fields) ? own.provider : undefined
}

/** The stored fields, flat as the specification has them, beside what else lies in `nk-access-control`. */
export function writeOwnAccess({ useCustomConfig, provider, fields }: OwnAccess): Readonly<Record<string, unknown>> {
  return { useCustomConfig, provider: providerNames[provider], ...fields }
}

const longest = 500

/** Reads the flat fields; `version` below 2 kept OpenAI's key as `token` (the ancestor). */
export function readOwnAccess(state: unknown, version = 2): OwnAccess {
  const stored = fieldsOf(state)
  const texts = Object.entries(noOwnProviders).map(([name, empty]) => [name, readText(stored[name], empty, longest)])
  const fields = Object.fromEntries(texts) as Record<OwnField, string>
  const token = readText(stored["token"], "", longest)
  return {
    useCustomConfig: readFlag(stored["useCustomConfig"], false),
    provider: providerNamed(readText(stored["provider"], "")) ?? noOwnAccess.provider,
    fields: {
      ...fields,
      ...(version < 2 && fields.openaiApiKey === "" ? { openaiApiKey: token } : {}),
      googleSafetySettings: readChoice(fields.googleSafetySettings, safetyLevels, noOwnProviders.googleSafetySettings),
    },
  }
}
