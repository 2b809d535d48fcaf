/**
 * Old links to the ancestor's pages ("/#/settings", "/#/chat?settings=…") lead to the same page here. Runs before anything
 * reads the address.
 */
export function followHashLink(): void {
  // Where every address stands behind the hash, it stays there.
  if (import.meta.env.PROSA_APP) return
  const target = hashLinkTarget(location.hash) ?? maskLinkTarget(location.pathname)
  if (target !== undefined) history.replaceState(null, "", target)
}

/**
 * The same for a hash link that is followed inside the page, or typed over its address. The step to it is heard of first, before
 * anybody reads the address and takes it for one without a query.
 */
export function watchHashLinks(): void {
  addEventListener("popstate", followHashLink)
  addEventListener("hashchange", followHashLink)
}

/** The path and query inside a hash link; undefined for a hash that is none. */
export function hashLinkTarget(hash: string): string | undefined {
  // One slash only: "#//elsewhere" would name another host.
  return /^#\/(?![/\\])/.test(hash) ? hash.slice(1) : undefined
}

/** The address of a mask whose link was sent through a program that wrote its hash as %23; undefined for any other path. */
export function maskLinkTarget(path: string): string | undefined {
  return path.startsWith("/new-chat%23mask=") ? path.replace("%23", "#") : undefined
}
