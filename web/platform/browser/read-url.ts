/** An address in its parts; undefined for what is none. Older browsers have no `URL.canParse`. */
export function readUrl(href: string): URL | undefined {
  try {
    return new URL(href)
  } catch {
    return undefined
  }
}
