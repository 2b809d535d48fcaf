import { err, ok, type Result } from "#core/lib/result.ts"
import { readUrl } from "../browser/read-url.ts"

/** Why a text is no address of a server: it is none at all, or others could read along on the way there. */
export type AddressTrouble = "noAddress" | "notSecure"

/** On this very machine nobody stands between. */
const loopback = /^(?:localhost|127(?:\.\d{1,3}){3})$/

/**
 * The origin of the server that somebody writes: with or without `https://`, also the address of one of its pages. What is
 * sent there is private and costs money, so it is `https:`, or this machine.
 */
export function readServerAddress(text: string): Result<string, AddressTrouble> {
  const written = text.trim()
  const whole = /^[a-z][a-z0-9+.-]*:\/\//i.test(written) ? written : `https://${written}`
  const url = /[\s\\]/.test(written) ? undefined : readUrl(whole)
  if (url === undefined) return err("noAddress")
  const { protocol, hostname, username, password, origin } = url
  if (username !== "" || password !== "" || !/^https?:$/.test(protocol)) return err("noAddress")
  if (protocol === "http:" && !loopback.test(hostname)) return err("notSecure")
  return ok(origin)
}
