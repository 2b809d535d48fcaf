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
    const { origin, pathname } = new URL(url, location.href)
    const isBuilt = import.meta.env.DEV || /\/assets\/[\w.-]+\.m?js$/.test(pathname)
    if (origin !== location.origin || !isBuilt) throw new TypeError(`not a worker of ours: ${url}`)
    return url
  },
})

/** Starts a worker from one of our own files; undefined where the browser has none or does not allow it. */
export function startWorker(url: string, name: string): Worker | undefined {
  if (typeof Worker === "undefined") return undefined
  try {
    // The types of the DOM know a worker's address as text only.
    return new Worker((policy?.createScriptURL(url) ?? url) as string, { type: "module", name })
  } catch {
    return undefined
  }
}
