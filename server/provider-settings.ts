import * as v from "valibot"
import { baseAddress, homeAddress } from "#core/providers/base-address.ts"
import { gatewayOf } from "#core/providers/gateways.ts"
import { type ProviderId, providerIds } from "#core/providers/registry.ts"
import { secret, secrets, url, version } from "./config-values.ts"

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

export type ProviderConfigs = Readonly<Record<ProviderId, ProviderConfig>>

/**
 * What the operator has set of each provider, by the names that its gateway has for it; `wrong` says of a name what is wrong
 * with its value. Empty values are absent.
 */
export function readProviderSettings(env: Readonly<Record<string, string | undefined>>): {
  readonly providers: ProviderConfigs
  readonly wrong: ReadonlyMap<string, string>
} {
  const wrong = new Map<string, string>()
  const read = <Value>(name: string, kind: v.GenericSchema<unknown, Value>): Value | undefined => {
    if (env[name] === undefined) return undefined
    const parsed = v.safeParse(kind, env[name])
    if (parsed.success) return parsed.output
    wrong.set(name, parsed.issues.at(-1)?.message ?? "is not valid")
    return undefined
  }

  function keysOf([first, second]: readonly [string, string?]): readonly string[] {
    const keys = read(first, secrets) ?? []
    if (second === undefined) return keys
    const others = read(second, secrets) ?? []
    if (keys.length !== others.length && !wrong.has(first) && !wrong.has(second)) {
      const [lacking, other] = keys.length < others.length ? [first, second] : [second, first]
      wrong.set(lacking, `must have as many values as ${other}`)
    }
    return keys.map((key, at) => `${key}:${others[at] ?? ""}`)
  }

  function configOf(provider: ProviderId): ProviderConfig {
    const { settings } = gatewayOf[provider]
    const address = read(settings.url, url)
    const keys = keysOf(settings.keys)
    return {
      keys,
      baseUrl: address === undefined ? homeAddress(provider) : baseAddress(provider, address),
      ...(settings.version && { version: read(settings.version.name, version) ?? settings.version.usual }),
      ...(settings.organization !== undefined && { organization: read(settings.organization, secret) }),
    }
  }

  const entries = providerIds.map((provider) => [provider, configOf(provider)] as const)
  return { providers: Object.fromEntries(entries) as Record<ProviderId, ProviderConfig>, wrong }
}

/** Whether a provider is asked at its own address, where its own catalogue and dates hold; Azure is always the operator's own. */
export function isAtHome({ providers }: { readonly providers: ProviderConfigs }, provider: ProviderId): boolean {
  const home = homeAddress(provider)
  return home === undefined || providers[provider].baseUrl === home
}
