import { manifestOf, providerIds } from "./registry.ts"

/**
 * The providers that have a second prefix below `/api/proxy`, as builds for applications ask for them: all but those where
 * each account has an address of its own.
 */
const proxied = providerIds.filter((id) => manifestOf[id].hasDeployments !== true)

/** A path of the server as a build for an application asks for it: `/api/proxy/openai/…` for `/api/openai/…`. */
export function appPathOf(path: string): string {
  return nameAfter("/api/", path) ? `/api/proxy/${path.slice("/api/".length)}` : path
}

/** The path of a provider here that an application's proxy path stands for; undefined for every other path. */
export function pathOfApp(path: string): string | undefined {
  return nameAfter("/api/proxy/", path) ? `/api/${path.slice("/api/proxy/".length)}` : undefined
}

function nameAfter(prefix: string, path: string): boolean {
  if (!path.startsWith(prefix)) return false
  const rest = path.slice(prefix.length)
  return proxied.some((provider) => rest.startsWith(`${provider}/`))
}
