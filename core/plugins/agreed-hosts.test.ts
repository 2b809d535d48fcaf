import { expect, test } from "vitest"
import { asAgreed, hostsNewToToken, newHosts, readAgreedHosts, withAgreement } from "./agreed-hosts.ts"
import { readPlugin } from "./plugin-collection.ts"
import type { Plugin } from "./plugin.ts"

function plugin(...hosts: readonly string[]): Plugin {
  const tools = hosts.map((host, at) => ({
    key: `GET /${at}`,
    name: `t${at}`,
    title: "",
    description: "",
    parameters: {},
    call: { base: `https://${host}`, host, path: "/", method: "GET", parameters: [], takesToken: true },
  }))
  const read = readPlugin({ id: "plugin-id", content: "{}", enabled: true, hosts, tools })
  if (read === undefined) throw new Error("it is no plugin")
  return read
}
const none = readAgreedHosts(undefined)

test("a plugin of a file or another device is off, whatever it says of itself", () => {
  expect(plugin("a.example").enabled).toBe(true)
  expect(asAgreed(plugin("a.example"), none).enabled).toBe(false)
})

test("one that was agreed to is on until it calls a host that was not", () => {
  const agreed = withAgreement(plugin("a.example", "b.example"), none, false)
  expect(asAgreed(plugin("b.example"), agreed).enabled).toBe(true)
  expect(asAgreed(plugin("a.example", "evil.example"), agreed).enabled).toBe(false)
  expect(newHosts(plugin("a.example", "evil.example"), agreed)).toEqual(["evil.example"])
  expect(asAgreed({ ...plugin("a.example"), hosts: ["a.example", "evil.example"] }, agreed).enabled).toBe(true)
})

test("a token stays with the hosts it was saved for, also when others are agreed to", () => {
  const saved = { called: ["a.example"], token: ["a.example"] }
  expect(withAgreement(plugin("evil.example"), saved, true)).toEqual({ called: ["evil.example"], token: ["a.example"] })
  expect(withAgreement(plugin("a.example"), none, true)).toEqual({ called: ["a.example"], token: ["a.example"] })
  expect(withAgreement(plugin("a.example"), none, false)).toEqual({ called: ["a.example"] })
})

test("a token is new to the hosts it was not saved for, or that its plugin did not have when it came", () => {
  const saved = { called: ["a.example"], token: ["a.example"] }
  expect(hostsNewToToken(plugin("a.example"), plugin("a.example"), saved)).toEqual([])
  expect(hostsNewToToken(plugin("evil.example"), plugin("a.example", "evil.example"), saved)).toEqual(["evil.example"])
  expect(hostsNewToToken(plugin("a.example"), plugin("a.example", "b.example"), none)).toEqual(["b.example"])
})

test("a damaged note agrees to nothing", () => {
  for (const stored of [5, "a.example", { called: "a.example" }, { called: [1, {}] }])
    expect(readAgreedHosts(stored).called).toEqual([])
})
