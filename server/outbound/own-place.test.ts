import type { IncomingMessage } from "node:http"
import { expect, test } from "vitest"
import { leadsHere } from "./own-place.ts"

function asked(target: string, addresses: readonly string[], headers = {}, localAddress = "10.0.0.1"): boolean {
  const incoming = { headers, socket: { localAddress } } as unknown as IncomingMessage
  const resolved = addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }))
  return leadsHere(
    { url: new URL(target), addresses: resolved },
    { publicUrl: "https://prosa.example:8443/chat", incoming },
  )
}

test.each<readonly [string, object]>([
  ["https://prosa.example/x", {}],
  ["http://prosa.example:80/", {}],
  ["https://PROSA.EXAMPLE.:8443/", {}],
  ["https://chat.example/", { host: "chat.example" }],
  ["http://[2606:4700::7]/", { host: "[2606:4700::7]" }],
])("%s is this server by its name", (target, headers) => {
  expect(asked(target, ["93.184.216.34"], headers)).toBe(true)
})

test("another name is this server where it leads to the address it was called at", () => {
  expect(asked("https://other.example/", ["93.184.216.34"], {}, "93.184.216.34")).toBe(true)
  expect(asked("https://other.example/", ["93.184.216.34"])).toBe(false)
  expect(asked("https://not-prosa.example/", ["93.184.216.34"])).toBe(false)
})
