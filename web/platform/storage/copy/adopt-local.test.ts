import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { tabStorage } from "../../../../testing/tab-storage.ts"
import { adoptLocal } from "./adopt-local.ts"

const key = "nk-plugin-tokens"
const copied = { [key]: JSON.stringify({ agenda: "of the copy", clima: "of the copy" }) }
const tokens = () => JSON.parse(localStorage.getItem(key) ?? "") as unknown

beforeEach(() => {
  vi.stubGlobal("localStorage", tabStorage({ rows: { [key]: JSON.stringify({ agenda: "here", dados: "here" }) } }))
})
afterEach(() => void vi.unstubAllGlobals())

test("a copy that joins what is here brings tokens of plugins, and takes none away", () => {
  adoptLocal({}, copied, false)
  expect(tokens()).toEqual({ agenda: "here", dados: "here", clima: "of the copy" })
})

test("one that replaces it brings its own alone", () => {
  adoptLocal({}, copied, true)
  expect(tokens()).toEqual({ agenda: "of the copy", clima: "of the copy" })
})

test("nothing is written under a key that is none of ours", () => {
  adoptLocal({ "another-page": "x", [key]: "openly" }, { "another-page": "x" }, true)
  expect([localStorage.getItem("another-page"), tokens()]).toEqual([null, { agenda: "here", dados: "here" }])
})
