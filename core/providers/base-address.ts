import { withoutEnd } from "../lib/without-end.ts"
import { gatewayOf } from "./gateways.ts"
import type { ProviderId } from "./registry.ts"

/**
 * A provider's base as people write it (with or without a trailing slash, `/v1` or what else its paths begin with), as
 * what our paths are put behind.
 */
export function baseAddress(provider: ProviderId, written: string): string {
  const { basePath = "", withoutPath = withoutUsualPath } = gatewayOf[provider]
  return withoutPath(withoutEnd(written, /\//)) + basePath
}

/** A provider's own address; undefined where each operator has another one. */
export function homeAddress(provider: ProviderId): string | undefined {
  const { home } = gatewayOf[provider]
  return home && baseAddress(provider, home)
}

function withoutUsualPath(address: string): string {
  return withoutEnd(address.replace(/\/(v1|v1beta|v2beta|api|api\/v1|api\/v3)$/, ""), /\//)
}
