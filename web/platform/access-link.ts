import { readAccessLink, type AccessLink } from "#core/access/access-link.ts"

/** What the address brings of access, taken out of it: a code does not stay where it is read over a shoulder or shared on. */
export function takeAccessLink(): AccessLink | undefined {
  const url = new URL(location.href)
  const { searchParams } = url
  if (!searchParams.has("code") && !searchParams.has("settings")) return undefined
  const link = readAccessLink({ code: searchParams.get("code"), settings: searchParams.get("settings") })
  searchParams.delete("code")
  searchParams.delete("settings")
  history.replaceState(history.state, "", url)
  return link
}
