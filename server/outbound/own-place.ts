import type { IncomingMessage } from "node:http"
import { isIP } from "node:net"
import { networkInterfaces } from "node:os"
import type { EgressTarget } from "./egress-guard.ts"
import { isPublicAddress } from "./public-address.ts"

export interface OwnPlace {
  /** The page's own address, as the operator has told it; empty where they did not. */
  readonly publicUrl: string
  /** The request that asks. */
  readonly incoming: IncomingMessage
}

/**
 * Whether an address leads back to this server: by the name the operator gave it, the name it was called by just now, or
 * an address of this machine that the whole internet can reach.
 */
export function leadsHere(target: EgressTarget, place: OwnPlace): boolean {
  if (isNamedHere(target, place)) return true
  return target.addresses.some(({ address }) => isPublicAddress(address) && isOfThisMachine(address, place.incoming))
}

/** The same by name alone: another program of the operator may stand on this machine, under a name of its own. */
export function isNamedHere({ url }: EgressTarget, { publicUrl, incoming }: OwnPlace): boolean {
  const called = `${url.protocol}//${incoming.headers.host ?? ""}`
  return [publicUrl, called].some((own) => URL.canParse(own) && isSamePlace(new URL(own), url))
}

/** A name is one place at every port; at an address without a name, each port is another. */
function isSamePlace(own: URL, { hostname, port }: URL): boolean {
  const name = plain(own.hostname)
  return name !== "" && name === plain(hostname) && (isIP(name.replace(/^\[|\]$/g, "")) === 0 || own.port === port)
}

function plain(hostname: string): string {
  return hostname.toLowerCase().replace(/\.$/, "")
}

function isOfThisMachine(address: string, { socket }: IncomingMessage): boolean {
  const local = Object.values(networkInterfaces()).flatMap((list) => list ?? [])
  return address === socket.localAddress || local.some((one) => one.address === address)
}
