import { withoutEnd } from "#core/lib/without-end.ts"
import type { ProviderId } from "#core/providers/registry.ts"

/**
 * A provider's base as people write it (with or without a trailing slash, `/v1` or what else its paths begin with), as
 * what our paths are put behind.
 */
export function baseAddress(provider: ProviderId, written: string): string {
  const bare = withoutEnd(written, /\//)
  if (provider === "azure") {
    const deployments = bare.search(/\/deployments(?:\/|$)/)
    return (deployments === -1 ? bare : bare.slice(0, deployments)).replace(/(\/openai(\/v1)?)?$/, "/openai")
  }
  const base = withoutEnd(bare.replace(/\/(v1|v1beta|v2beta|api|api\/v1|api\/v3)$/, ""), /\//)
  return provider === "alibaba" ? `${base}/api` : base
}
