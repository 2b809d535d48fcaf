import type { Door } from "./doors.ts"

/** The path below a prefix; what belongs to the provider's base address may stand before it. */
export function pathAt({ surface, provider }: Pick<Door, "surface" | "provider">, pathname: string): string {
  if (surface === "/v1") return pathname
  const path = pathname.slice(surface.length)
  const prefix = provider === "alibaba" ? "/api" : provider === "azure" ? "/openai" : undefined
  return prefix !== undefined && path.startsWith(`${prefix}/`) ? path.slice(prefix.length) : path
}
