/** The parts of an address that say what lies behind it, as `URL` has them. */
export interface AddressParts {
  readonly origin: string
  readonly pathname: string
  readonly hash: string
}

/**
 * Where a file lies whose page somebody copied the address of: GitHub's and GitLab's show a file inside a web page, and have the file
 * itself elsewhere. Undefined for any other address.
 */
export function rawAddress({ origin, pathname, hash }: AddressParts): string | undefined {
  const steps = pathname.split("/").slice(1)
  if (/^https:\/\/(www\.)?github\.com$/.test(origin)) return rawAtGitHub(steps)
  if (origin === "https://gist.github.com") return rawAtGist(steps, hash)
  const dash = steps.indexOf("-")
  if (dash >= 2 && steps[dash + 1] === "blob" && steps.length > dash + 3)
    return `${origin}/${steps.with(dash + 1, "raw").join("/")}`
  return undefined
}

/** `/owner/name/blob/branch/file`; a branch may have slashes, which the other host takes as they are. */
function rawAtGitHub([owner, name, kind, ...rest]: readonly string[]): string | undefined {
  if (rest.length < 2 || (kind !== "blob" && kind !== "raw" && kind !== "blame")) return undefined
  return `https://raw.githubusercontent.com/${owner}/${name}/${rest.join("/")}`
}

/** `/owner/id`, perhaps of one edition. Its page names a file as `#file-openapi-yaml`; without that it is the first. */
function rawAtGist([owner, id = "", edition]: readonly string[], hash: string): string | undefined {
  if (!/^[0-9a-f]{20,40}$/.test(id)) return undefined
  const [, name, ending] = /^#file-(.+)-(json|ya?ml)$/.exec(hash) ?? []
  const steps = [owner, id, "raw", ...(edition === undefined || edition === "" ? [] : [edition])]
  const file = name === undefined ? "" : `/${name}.${ending}`
  return `https://gist.githubusercontent.com/${steps.join("/")}${file}`
}
