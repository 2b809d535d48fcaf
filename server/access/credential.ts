import { err, ok, type Result } from "#core/lib/result.ts"

/** The longest thing that can be a code or a provider's key. */
const longestCredential = 512

/**
 * The credential of a request, wherever an SDK puts it: `Authorization: Bearer`, `x-api-key`, `api-key`,
 * `x-goog-api-key`, `?key=`. Undefined when there is none (a visitor). An error when two of them differ, when the
 * scheme is another one, or when it cannot be a credential at all: the caller answers 401 to each. `headers` has each
 * value of a header that was sent more than once: Node's `headersDistinct`.
 */
export function credentialOf(
  headers: Readonly<Record<string, readonly string[] | undefined>>,
  query: URLSearchParams,
): Result<string | undefined, "conflict" | "unreadable"> {
  const found = new Set<string>()
  for (const authorization of valuesOf(headers["authorization"])) {
    if (!/^Bearer(?=\s|$)/i.test(authorization)) return err("unreadable")
    const bearer = authorization.slice("Bearer".length).trim()
    if (bearer !== "") found.add(bearer)
  }
  for (const name of ["x-api-key", "api-key", "x-goog-api-key"]) {
    for (const value of valuesOf(headers[name])) found.add(value)
  }
  for (const key of valuesOf(query.getAll("key"))) found.add(key)

  if (found.size > 1) return err("conflict")
  const [credential] = found
  if (credential !== undefined && (credential.length > longestCredential || /[\s"'`]/.test(credential))) {
    return err("unreadable")
  }
  return ok(credential)
}

function valuesOf(sent: readonly string[] = []): readonly string[] {
  return sent.map((value) => value.trim()).filter((value) => value !== "")
}
