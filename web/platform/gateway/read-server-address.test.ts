import { expect, test } from "vitest"
import { readServerAddress } from "./read-server-address.ts"

test.each([
  ["https://chat.example", "https://chat.example"],
  [" https://Chat.Example/ ", "https://chat.example"],
  ["chat.example", "https://chat.example"],
  ["chat.example:8443/settings?x=1#y", "https://chat.example:8443"],
  ["http://localhost:3000", "http://localhost:3000"],
  ["http://127.0.0.1:3000/", "http://127.0.0.1:3000"],
])("is an address: %s", (text, origin) => {
  expect(readServerAddress(text)).toEqual({ ok: true, value: origin })
})

test.each([
  ["http://chat.example", "notSecure"],
  ["http://192.168.0.2:3000", "notSecure"],
  ["http://127.0.0.1.evil.example", "notSecure"],
  ["http://localhost.evil.example", "notSecure"],
  ["", "noAddress"],
  ["javascript:alert(1)", "noAddress"],
  ["javascript://chat.example/%0aalert(1)", "noAddress"],
  ["data:text/html,x", "noAddress"],
  ["file:///etc/passwd", "noAddress"],
  ["https://", "noAddress"],
  ["https://a:b@chat.example", "noAddress"],
  ["https://chat.example\\@evil.example", "noAddress"],
  ["chat example", "noAddress"],
])("is none: %s", (text, trouble) => {
  expect(readServerAddress(text)).toEqual({ ok: false, error: trouble })
})
