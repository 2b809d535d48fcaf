import type { ProviderId } from "#core/providers/registry.ts"
import { type Config, readConfig } from "../../config.ts"

/** Whether a provider is asked at its own address: what was read of its models holds there, and at no compatible server. */
export function isHome({ providers }: Pick<Config, "providers">, id: ProviderId): boolean {
  const usual = usualAddresses()[id]?.baseUrl
  // Azure has as many addresses as customers.
  return usual === undefined || hostOf(providers[id].baseUrl) === hostOf(usual)
}

let usual: Partial<Config["providers"]> | undefined
function usualAddresses(): Partial<Config["providers"]> {
  if (usual === undefined) {
    const config = readConfig({})
    usual = config.ok ? config.value.providers : {}
  }
  return usual
}

function hostOf(address: string | undefined): string | undefined {
  return address === undefined ? undefined : new URL(address).host
}
