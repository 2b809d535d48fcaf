import { gatewayOf } from "#core/providers/gateways.ts"
import type { ApiPrefix } from "./api-prefixes.ts"

/** The path below a prefix; what belongs to the provider's base address may stand before it. */
export function pathAt({ surface, provider }: Pick<ApiPrefix, "surface" | "provider">, pathname: string): string {
  const { atRoot, basePath } = gatewayOf[provider]
  if (surface === atRoot?.surface) return pathname
  const path = pathname.slice(surface.length)
  return basePath !== undefined && path.startsWith(`${basePath}/`) ? path.slice(basePath.length) : path
}
