import { describe, expect, it } from "vitest"
import { answeringModel, modelChangeOf, percentMore, type ModelChanges } from "./model-change.ts"

const terra = { name: "gpt-6.1-terra", displayName: "GPT-6.1 Terra", provider: "OpenAI" }
const sol = { name: "gpt-6.1-sol", displayName: "GPT-6.1 Sol", provider: "OpenAI" }
const asked = { model: "gpt-5", providerName: "OpenAI" }
const changes = (told: Partial<ModelChanges>): ModelChanges => ({ retired: {}, aliases: {}, ...told })

describe("a conversation's model", () => {
  it("that is still there has not changed", () => {
    expect(modelChangeOf(asked, changes({}))).toBeUndefined()
    expect(answeringModel(asked, changes({}))).toEqual(asked)
    expect(modelChangeOf({ model: "constructor", providerName: "" }, changes({}))).toBeUndefined()
  })

  it("is followed unasked by one that is not dearer", () => {
    const gone = { displayName: "GPT-5", since: "2026-12-11", next: { ...terra, cheaper: true } }
    const told = changes({ retired: { "gpt-5@OpenAI": gone } })
    expect(modelChangeOf(asked, told)).toMatchObject({
      kind: "follows",
      asked: "GPT-5",
      since: "2026-12-11",
      to: terra,
    })
    expect(answeringModel(asked, told)).toEqual({ model: "gpt-6.1-terra", providerName: "OpenAI" })
    // Another provider may serve it for months.
    expect(modelChangeOf({ model: "gpt-5", providerName: "Azure" }, told)).toBeUndefined()
  })

  it("is followed by a dearer one only after a yes", () => {
    const told = changes({ retired: { "gpt-5@OpenAI": { displayName: "GPT-5", dearer: { ...sol, percent: 60 } } } })
    expect(modelChangeOf(asked, told)).toMatchObject({ kind: "dearer", byAlias: false, to: { percent: 60 } })
    expect(answeringModel(asked, told)).toEqual(asked)
  })

  it("may have nobody after it", () => {
    const told = changes({ retired: { "gpt-5@OpenAI": { displayName: "GPT-5" } } })
    expect(modelChangeOf(asked, told)).toMatchObject({ kind: "nobody" })
  })

  it("is answered for by an alias, of which only a dearer one is told", () => {
    const cheap = changes({ aliases: { "gpt-5": terra }, retired: { "gpt-5@OpenAI": { displayName: "GPT-5" } } })
    expect(modelChangeOf(asked, cheap)).toBeUndefined()
    expect(answeringModel(asked, cheap).model).toBe("gpt-6.1-terra")
    const dear = changes({ aliases: { "gpt-5": { ...sol, percent: 60 } } })
    expect(modelChangeOf(asked, dear)).toMatchObject({ kind: "dearer", byAlias: true, asked: "gpt-5" })
  })

  it("has a key of its own for each that takes its place", () => {
    const keys = [{ ...terra, cheaper: true }, { ...sol, cheaper: false }, undefined].map((next) => {
      const gone = { displayName: "GPT-5", ...(next ? { next } : {}) }
      return modelChangeOf(asked, changes({ retired: { "gpt-5@OpenAI": gone } }))?.key
    })
    expect(new Set(keys).size).toBe(3)
  })
})

it("how much more a question costs is told in whole percent, and not where it is not more", () => {
  expect(percentMore({ input: 14.3, output: 71.5 }, { input: 8.9, output: 71.5 })).toBe(17)
  expect(percentMore({ input: 1, output: 1 }, { input: 1, output: 1 })).toBeUndefined()
  expect(percentMore({ input: 1, output: 1 }, { input: 0, output: 0 })).toBeUndefined()
  expect(percentMore(undefined, { input: 1, output: 1 })).toBeUndefined()
})
