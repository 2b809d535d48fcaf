import { expect, test } from "vitest"
import { highlightCode } from "./highlight.ts"
import { languageLoaders, languageName } from "./languages.ts"

test("takes code apart by kind and loses no letter", async () => {
  const code = 'def oi(nome):\n    # diz oi\n    return f"Oi, {nome}"\n'
  const pieces = await highlightCode(code, "py")
  expect(pieces?.map(([, text]) => text).join("")).toBe(code)
  expect(pieces).toContainEqual(["keyword", "def"])
  expect(pieces).toContainEqual(["comment", "# diz oi"])
})

test("colours a language inside another", async () => {
  const pieces = await highlightCode("<style>a { color: red }</style>", "html")
  expect(pieces).toContainEqual(["attribute", "color"])
})

test("leaves a language it does not know alone", async () => {
  expect(await highlightCode("x", "klingon")).toBeUndefined()
  expect(await highlightCode("x", "constructor")).toBeUndefined()
})

test("every language it names can be loaded", async () => {
  for (const name of Object.keys(languageLoaders)) {
    expect(await highlightCode("a = 1 // 2\n", name)).toBeDefined()
    expect(languageName(name.toUpperCase())?.id).toBe(name)
  }
})
