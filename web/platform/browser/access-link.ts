import { readAccessLink, type AccessLink } from "#core/access/access-link.ts"
import { pageUrl, showUrl } from "./page-address.ts"

/**
 * Reads the access settings of the address and removes them from it, so that a code is neither seen by others nor
 * shared.
 */
export function takeAccessLink(): AccessLink | undefined {
  const url = pageUrl()
  const { searchParams } = url
  if (!searchParams.has("code") && !searchParams.has("settings")) return undefined
  const link = readAccessLink({ code: searchParams.get("code"), settings: searchParams.get("settings") })
  searchParams.delete("code")
  searchParams.delete("settings")
  showUrl(url)
  return link
}
