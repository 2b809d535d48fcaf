import { expect, test } from "vitest"
import { needsConsent, noConsents, shownArguments, withConsent, type Reach } from "./consent.ts"

const read: Reach = {
  plugin: "loja",
  operation: "GET /pedidos",
  isPack: false,
  method: "GET",
  host: "loja.example",
  isConsequential: false,
}
const write: Reach = { ...read, operation: "POST /pedidos", method: "POST" }
const pack: Reach = { ...read, plugin: "brasil", operation: "GET /cep", host: "brasilapi.com.br", isPack: true }

test("what a service of the user's own is read for is asked once for its host", () => {
  expect(needsConsent(read, [], noConsents)).toBe(true)
  const given = withConsent(read, [], noConsents, false)
  expect(needsConsent({ ...read, operation: "GET /estoque" }, [], given)).toBe(false)
  expect(needsConsent({ ...read, host: "outra.example" }, [], given)).toBe(true)
})

test("our own public data is read without a question", () => {
  expect(needsConsent(pack, [], noConsents)).toBe(false)
  expect(needsConsent({ ...pack, method: "POST" }, [], noConsents)).toBe(true)
})

test("what may change something is asked each time, unless it was agreed to for the conversation", () => {
  const once = withConsent(write, [], noConsents, false)
  expect(needsConsent(write, [], once)).toBe(true)
  expect(needsConsent(read, [], once)).toBe(true)
  const always = withConsent(write, [], noConsents, true)
  expect(needsConsent(write, [], always)).toBe(false)
  expect(needsConsent({ ...write, operation: "DELETE /pedidos" }, [], always)).toBe(true)
})

test("a GET that says it has consequences is asked each time", () => {
  const given = withConsent(read, [], noConsents, false)
  expect(needsConsent({ ...read, isConsequential: true }, [], given)).toBe(true)
})

test("after another host's result every call is asked about, until that way was agreed to", () => {
  const given = withConsent(write, [], withConsent(read, [], noConsents, false), true)
  const strange = [{ host: "mau.example", isPack: false }]
  expect(needsConsent(read, strange, given)).toBe(true)
  expect(needsConsent(write, strange, given)).toBe(true)
  expect(needsConsent(pack, strange, given)).toBe(true)
  expect(needsConsent(read, strange, withConsent(read, strange, given, false))).toBe(false)
})

test("one host's own result, and the pack's among themselves, make no call strange", () => {
  const given = withConsent(read, [], noConsents, false)
  expect(needsConsent(read, [{ host: read.host, isPack: false }], given)).toBe(false)
  expect(needsConsent(pack, [{ host: "viacep.com.br", isPack: true }], noConsents)).toBe(false)
  expect(needsConsent(read, [{ host: pack.host, isPack: true }], given)).toBe(true)
})

test("arguments are shown by name, and a long one is cut", () => {
  expect(shownArguments({ a: "x", b: 1, c: { d: true } })).toEqual([
    { name: "a", value: "x" },
    { name: "b", value: "1" },
    { name: "c", value: '{\n "d": true\n}' },
  ])
  expect(shownArguments({ a: "x".repeat(5_000) })[0]?.value.length).toBeLessThan(2_010)
})
