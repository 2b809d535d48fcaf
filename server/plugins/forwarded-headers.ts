import type { IncomingMessage } from "node:http"

/** What the page puts before the headers that are a plugin's: those of ours never mix with them. */
const prefix = "x-plugin-"

/** Headers about the connection, about where a call comes from, or that we write ourselves: no plugin has them. */
const ours = [
  "call",
  "connection",
  "keep-alive",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
  "expect",
  "host",
  "cookie",
  "cookie2",
  "set-cookie",
  "content-length",
  "accept-encoding",
  "origin",
  "referer",
  "user-agent",
  "forwarded",
  "via",
  "x-real-ip",
  "x-client-ip",
  "x-base-url",
  "x-access-code",
  "x-visitor",
  "true-client-ip",
  "cf-connecting-ip",
]
const ourBeginnings = ["proxy-", "sec-", "x-forwarded-", "x-prosa-"]

/**
 * The headers that go to a plugin's server: what the body is, what is taken, and what the page marked as the plugin's.
 * Nothing else of a request is passed on, our credentials least of all.
 */
export function forwardedHeaders({ headers, rawHeaders }: IncomingMessage): Record<string, string> {
  const named = String(headers.connection ?? "")
    .toLowerCase()
    .split(",")
    .map((name) => name.trim())
  const forwarded: Record<string, string> = { Accept: headers.accept ?? "*/*" }
  const type = headers["content-type"]
  if (type !== undefined) forwarded["Content-Type"] = type
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    const [name = "", value = ""] = rawHeaders.slice(at, at + 2)
    const lower = name.toLowerCase()
    if (!lower.startsWith(prefix) || named.includes(lower)) continue
    const own = lower.slice(prefix.length)
    if (own === "" || ours.includes(own) || named.includes(own)) continue
    if (ourBeginnings.some((beginning) => own.startsWith(beginning))) continue
    if (own === "content-type") forwarded["Content-Type"] = value
    else if (own === "accept") forwarded["Accept"] = value
    else forwarded[name.slice(prefix.length)] = value
  }
  return forwarded
}

/** Whether a call carries headers of a plugin: its reply is then that caller's alone. */
export function hasPluginHeaders({ headers }: IncomingMessage): boolean {
  return Object.keys(headers).some((name) => name.startsWith(prefix) && name !== `${prefix}call`)
}
