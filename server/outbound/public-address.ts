import { BlockList, isIP } from "node:net"

/** Whether an address (IPv4 or IPv6, as the system writes it) belongs to the public internet and to nobody's inside. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !inside.check(address, "ipv4")
  return family === 6 && unicast.check(address, "ipv6") && !inside.check(address, "ipv6")
}

/** The global addresses of IPv6. All others, including mapped and translated IPv4, are refused. */
const unicast = new BlockList()
unicast.addSubnet("2000::", 3, "ipv6")

/** The special ranges of IANA's registries, and two addresses inside public ranges where clouds keep their secrets. */
const inside = new BlockList()
for (const [network, prefix] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.31.196.0", 24],
  ["192.52.193.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["192.175.48.0", 24],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 3],
  ["168.63.129.16", 32],
] as const) {
  inside.addSubnet(network, prefix, "ipv4")
}
for (const [network, prefix] of [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["2620:4f:8000::", 48],
  ["3fff::", 20],
] as const) {
  inside.addSubnet(network, prefix, "ipv6")
}
