import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { tabStorage } from "../../../../testing/tab-storage.ts"
import { readAppConfig } from "#core/settings/read-app-config.ts"
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

test("what waits or was agreed to in one browser is not taken from a file", () => {
  const file = { "nk-queue": '[{"sessionId":"a","answerId":"b"}]', "nk-plugin-hosts": '{"a":{"called":["b"]}}' }
  adoptLocal(file, file, true)
  for (const key of Object.keys(file)) expect(localStorage.getItem(key)).toBeNull()
})

test("what the browser has no room for is told, stays as it is here, and keeps nothing else out", () => {
  const setItem = localStorage.setItem.bind(localStorage)
  vi.spyOn(localStorage, "setItem").mockImplementation((name, value) => {
    if (name === "theme") throw new DOMException("full", "QuotaExceededError")
    setItem(name, value)
  })
  expect(adoptLocal({ theme: "dark", lang: "pt" }, copied, false)).toBe(false)
  expect([localStorage.getItem("theme"), localStorage.getItem("lang")]).toEqual([null, "pt"])
  expect(tokens()).toMatchObject({ clima: "of the copy" })
  expect(adoptLocal({ lang: "en" }, {}, false)).toBe(true)
})

test("a file lowers the user's ceilings, and never raises or removes them", () => {
  const config = (state: unknown) => JSON.stringify({ state, version: 4.3 })
  const after = (file: string) => {
    localStorage.setItem("nk-app-config", config({ fontSize: 14, messageCeiling: 500_000, dayCeiling: 2_000_000 }))
    adoptLocal({ "nk-app-config": file }, {}, true)
    return readAppConfig(JSON.parse(localStorage.getItem("nk-app-config") ?? ""))
  }
  const here = { messageCeiling: 500_000, dayCeiling: 2_000_000 }
  expect(after(config({ fontSize: 20 }))).toMatchObject({ ...here, fontSize: 20 })
  expect(after(config({ messageCeiling: 9e9, dayCeiling: 1 }))).toMatchObject({ ...here, dayCeiling: 1 })
  for (const file of ["null", "no JSON", '{"state":5,"messageCeiling":1,"dayCeiling":1}', '{"messageCeiling":"1"}'])
    expect(after(file)).toMatchObject(here)
  localStorage.removeItem("nk-app-config")
  const own = config({ messageCeiling: 9e9 })
  adoptLocal({ "nk-app-config": own }, {}, true)
  expect(localStorage.getItem("nk-app-config")).toBe(own)
})
