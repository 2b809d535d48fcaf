import { homeProvider, manifestOf, type ProviderId, providerIds } from "#core/providers/registry.ts"
import type { Config } from "../../config.ts"

/** Whether the pretend model answers. */
export function pretends({ pretendModel, providers }: Config): boolean {
  return (
    pretendModel === "on" || (pretendModel === "auto" && providerIds.every((id) => providers[id].keys.length === 0))
  )
}

/** Whether the pretend model answers in this provider's name: as OpenAI, and as who makes pictures, where no key is set. */
export function isPretend(config: Config, provider: ProviderId): boolean {
  if (!pretends(config)) return false
  return (
    provider === homeProvider ||
    (manifestOf[provider].picturesOnly === true && config.providers[provider].keys.length === 0)
  )
}
