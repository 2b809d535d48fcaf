import type { IncomingMessage } from "node:http"
import { isIP, type BlockList } from "node:net"

/**
 * Whose request this is: the peer's address, or, when the peer is a proxy the operator trusts, the last address in
 * `X-Forwarded-For` that is not such a proxy. What anybody else writes there is ignored.
 */
export function clientAddress(incoming: IncomingMessage, trustedProxies: BlockList): string {
  let address = plain(incoming.socket.remoteAddress ?? "")
  if (!trusts(trustedProxies, address)) return address
  const forwarded = String(incoming.headers["x-forwarded-for"] ?? "")
    .split(",")
    .map(withoutPort)
    .filter((item) => item !== "")
  do {
    const next = plain(forwarded.pop() ?? "")
    if (isIP(next) === 0) break
    address = next
  } while (trusts(trustedProxies, address))
  return address
}

/** Whether a connection comes from a proxy that the operator trusts. */
export function isTrusted(trustedProxies: BlockList, remoteAddress: string): boolean {
  return trusts(trustedProxies, plain(remoteAddress))
}

/** An address as some proxies write it: with the port behind it, and IPv6 in brackets. */
function withoutPort(item: string): string {
  const text = item.trim()
  return /^\[([^\]]*)\](:\d+)?$/.exec(text)?.[1] ?? /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(text)?.[1] ?? text
}

function trusts(proxies: BlockList, address: string): boolean {
  const family = isIP(address)
  return family !== 0 && proxies.check(address, family === 6 ? "ipv6" : "ipv4")
}

/** An IPv4 address in its IPv6 clothes, without them. */
function plain(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, "")
}
