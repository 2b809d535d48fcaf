interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL: (url: string) => string }): TrustedTypePolicy
}
interface TrustedTypePolicy {
  createScriptURL(url: string): unknown
}

/**
 * The page's policy lets only named rules turn a text into an address of code, and this is the only name it knows
 * (`server/http/security-headers.ts`). It lets the application's own built files through, and nothing that was uploaded.
 */
const policy = (globalThis as { readonly trustedTypes?: TrustedTypes }).trustedTypes?.createPolicy("prosa-workers", {
  createScriptURL: (url) => {
    const { protocol, host, pathname } = new URL(url, location.href)
    const isBuilt = import.meta.env.DEV || /\/assets\/[\w.-]+\.m?js$|^\/service-worker\.js$/.test(pathname)
    // A shell's addresses have no origin that could be compared.
    const isOurs = protocol === location.protocol && host === location.host
    if (!isOurs || !isBuilt) throw new TypeError(`not a worker of ours: ${url}`)
    return url
  },
})

/** The address of a worker's code as the browser takes it; throws for one that is not ours. The DOM's types know text only. */
export function scriptUrl(url: string): string {
  return (policy?.createScriptURL(url) ?? url) as string
}
