import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { hintOf, readAccessLink } from "./access-link.ts"

const settings = (value: unknown) => readAccessLink({ code: null, settings: JSON.stringify(value) })

describe("a link that brings access", () => {
  it("is read as the ancestor wrote it: a code, or a key and an address", () => {
    expect(readAccessLink({ code: " nk-prosa_1 ", settings: null })).toEqual({ accessCode: "prosa_1" })
    expect(settings({ key: "sk-abc", url: "https://api.example.com/v1" })).toEqual({
      key: "sk-abc",
      url: "https://api.example.com/v1",
    })
    expect(settings({ key: "sk-abc" })).toEqual({ key: "sk-abc" })
  })

  it("sets nothing else, whatever it holds", () => {
    expect(settings({ key: "sk-abc", needCode: false, premium: 5, accessCode: "x" })).toEqual({ key: "sk-abc" })
  })

  it("is nothing where nothing can be taken", () => {
    const wrong = [
      { code: null, settings: null },
      { code: " ", settings: "{" },
      { code: "", settings: "[1]" },
    ]
    for (const link of wrong) expect(readAccessLink(link)).toBeUndefined()
    for (const value of [null, 3, "x", { key: 7, url: {} }, { key: "a b", url: "javascript:alert(1)" }])
      expect(settings(value)).toBeUndefined()
  })

  it("does not take an address whose host is not what it seems", () => {
    for (const url of ["https://api.openai.com@evil.example/", "https://x y", "http://", "//evil.example", "ftp://a"])
      expect(settings({ url })).toBeUndefined()
  })

  it("never gives one of our codes to somebody else as a key", () => {
    for (const key of ["nk-abc", "prosa_abc", "free_abc"])
      expect(settings({ key, url: "https://a.example" })).toEqual({
        url: "https://a.example",
      })
  })

  it("survives any text", () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (code, text) => {
        const link = readAccessLink({ code, settings: text })
        expect(JSON.stringify(link ?? {}).length).toBeLessThan(1_600)
      }),
    )
  })
})

it("a hint of a secret leaves most of it out", () => {
  expect(hintOf("sk-1234")).toBe("sk…")
  expect(hintOf("prosa_00000000000000000000000000")).toBe("prosa_00…0000")
})
