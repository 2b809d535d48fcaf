import { err, ok, type Result } from "#core/lib/result.ts"
import { keyHeaders } from "#core/providers/gateways.ts"

/** The longest thing that can be a code or a provider's key. */
const longestCredential = 512
/** Keys and codes are of what ASCII shows, without quotes: anything else could not even be sent on in a header. */
const credentialShape = /^[\x21\x23-\x26\x28-\x5f\x61-\x7e]+$/

/**
 * The credential of a request, wherever an SDK puts it: `Authorization: Bearer`, a provider's own header (`x-api-key` …),
 * `?key=`. Undefined when there is none (a visitor). An error when two of them differ, when the
 * scheme is another one, or when it cannot be a credential at all: the caller answers 401 to each. `headers` has each
 * value of a header that was sent more than once: Node's `headersDistinct`.
 */
export function credentialOf(
  headers: Readonly<Record<string, readonly string[] | undefined>>,
  query: URLSearchParams,
): Result<string | undefined, "conflict" | "unreadable"> {
  const found: string[] = []
  for (const authorization of valuesOf(headers["authorization"])) {
    if (!/^Bearer(?=[ \t]|$)/i.test(authorization)) return err("unreadable")
    const bearer = withoutBlanks(authorization.slice("Bearer".length))
    if (bearer !== "") found.push(bearer)
  }
  for (const name of keyHeaders) found.push(...valuesOf(headers[name]))
  if (query.size > 0) found.push(...valuesOf(query.getAll("key")))

  const [credential] = found
  if (credential === undefined) return ok(undefined)
  if (found.some((other) => other !== credential)) return err("conflict")
  const isReadable = credential.length <= longestCredential && credentialShape.test(credential)
  return isReadable ? ok(credential) : err("unreadable")
}

const none: readonly string[] = []

function valuesOf(sent: readonly string[] | undefined): readonly string[] {
  if (sent === undefined) return none
  return sent.map(withoutBlanks).filter((value) => value !== "")
}

/** Only what a header may have around its value is no part of it. */
function withoutBlanks(value: string): string {
  let from = 0
  let to = value.length
  while (from < to && isBlank(value[from])) from++
  while (to > from && isBlank(value[to - 1])) to--
  return value.slice(from, to)
}

function isBlank(character: string | undefined): boolean {
  return character === " " || character === "\t"
}
