import type { IncomingMessage } from "node:http"
import { BlockList } from "node:net"
import { expect, test } from "vitest"
import { clientAddress } from "./client-address.ts"

const proxies = new BlockList()
proxies.addSubnet("127.0.0.0", 8, "ipv4")

function addressOf(forwarded: string, from = "127.0.0.1"): string {
  const incoming = { socket: { remoteAddress: from }, headers: { "x-forwarded-for": forwarded } }
  return clientAddress(incoming as unknown as IncomingMessage, proxies)
}

test.each([
  ["10.3.0.1", "10.3.0.1"],
  ["10.3.0.1:4444", "10.3.0.1"],
  ["[2001:db8::1]:44", "2001:db8::1"],
  ["[2001:db8::1]", "2001:db8::1"],
  ["2001:db8::1", "2001:db8::1"],
  ["10.3.0.1,", "10.3.0.1"],
  ["6.6.6.6, 10.3.0.1:80, 127.0.0.2:9", "10.3.0.1"],
  ["unknown", "127.0.0.1"],
  ["", "127.0.0.1"],
])("behind a proxy that is trusted, %j is %s", (forwarded, address) => {
  expect(addressOf(forwarded)).toBe(address)
})

test("what anybody else writes of themselves is not believed", () => {
  expect(addressOf("10.3.0.1", "192.0.2.7")).toBe("192.0.2.7")
})
