/**
 * Old links to the ancestor's pages ("/#/settings", "/#/chat?settings=…") lead to the same page here. Runs before anything
 * reads the address.
 */
export function followHashLink(): void {
  // Where every address stands behind the hash, it stays there.
  const target = import.meta.env.PROSA_APP ? undefined : hashLinkTarget(location.hash)
  if (target !== undefined) history.replaceState(null, "", target)
}

/** The same for a hash link that is followed inside the page, or typed over its address. */
export function watchHashLinks(): void {
  addEventListener("hashchange", followHashLink)
}

/** The path and query inside a hash link; undefined for a hash that is none. */
export function hashLinkTarget(hash: string): string | undefined {
  // One slash only: "#//elsewhere" would name another host.
  return /^#\/(?![/\\])/.test(hash) ? hash.slice(1) : undefined
}
