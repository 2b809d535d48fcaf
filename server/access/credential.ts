import type { IncomingHttpHeaders } from "node:http"
import { err, ok, type Result } from "#core/lib/result.ts"

/** The longest thing that can be a code or a provider's key. */
const longestCredential = 512

/**
 * The credential of a request, wherever an SDK puts it: `Authorization: Bearer`, `x-api-key`, `api-key`,
 * `x-goog-api-key`, `?key=`. Undefined when there is none (a visitor). An error when two of them differ, when the
 * scheme is another one, or when it cannot be a credential at all: the caller answers 401 to each.
 */
export function credentialOf(
  headers: IncomingHttpHeaders,
  query: URLSearchParams,
): Result<string | undefined, "conflict" | "unreadable"> {
  const found = new Set<string>()
  const authorization = headers.authorization?.trim()
  if (authorization !== undefined && authorization !== "") {
    const bearer = /^Bearer\s+(.*)$/i.exec(authorization)
    if (!bearer && !/^Bearer$/i.test(authorization)) return err("unreadable")
    if (bearer?.[1]) found.add(bearer[1].trim())
  }
  for (const name of ["x-api-key", "api-key", "x-goog-api-key"]) {
    const value = headers[name]
    if (typeof value === "string" && value.trim() !== "") found.add(value.trim())
  }
  const key = query.get("key")?.trim()
  if (key) found.add(key)

  if (found.size > 1) return err("conflict")
  const [credential] = found
  if (credential !== undefined && (credential.length > longestCredential || /[\s"'`]/.test(credential))) {
    return err("unreadable")
  }
  return ok(credential)
}
