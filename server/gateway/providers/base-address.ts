import type { ProviderId } from "#core/providers/registry.ts"

/**
 * A provider's base as people write it (with or without a trailing slash, `/v1` or what else its paths begin with), as
 * what our paths are put behind.
 */
export function baseAddress(provider: ProviderId, written: string): string {
  const bare = written.replace(/\/+$/, "")
  if (provider === "azure") {
    return bare.replace(/\/deployments(\/.*)?$/, "").replace(/(\/openai(\/v1)?)?$/, "/openai")
  }
  const base = bare.replace(/\/(v1|v1beta|v2beta|api|api\/v1|api\/v3)$/, "").replace(/\/+$/, "")
  return provider === "alibaba" ? `${base}/api` : base
}
