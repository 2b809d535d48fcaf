import { expect, test } from "vitest"
import { plural } from "./plural.ts"

test("the form follows the language's own rules", () => {
  const ru = (count: number) => plural("ru", count, { one: "# сообщение", few: "# сообщения", other: "# сообщений" })
  expect([1, 3, 5, 11, 21, 1000].map(ru)).toEqual([
    "1 сообщение",
    "3 сообщения",
    "5 сообщений",
    "11 сообщений",
    "21 сообщение",
    "1\u00a0000 сообщений",
  ])
  const ar = (count: number) =>
    plural("ar", count, { one: "واحدة", two: "اثنتان", few: "# قليلة", many: "# كثيرة", other: "# أخرى" })
  expect([1, 2].map(ar)).toEqual(["واحدة", "اثنتان"])
  expect(ar(3)).toContain("قليلة")
  expect(ar(11)).toContain("كثيرة")
})

test("none of a kind is many of it in Portuguese, and less than two in French", () => {
  const images = { one: "# imagem", other: "# imagens" }
  expect([0, 1, 2].map((count) => plural("pt-BR", count, images))).toEqual(["0 imagens", "1 imagem", "2 imagens"])
  expect(plural("pt-BR", 1_000_000, images)).toBe("1.000.000 imagens")
  expect([0, 2].map((count) => plural("fr", count, { one: "# image", other: "# images" }))).toEqual([
    "0 image",
    "2 images",
  ])
})

test("what a language has no form for is said by the general one", () => {
  expect(plural("ja", 1, { other: "# 件" })).toBe("1 件")
  expect(plural("cs", 1.5, { one: "# den", other: "# dní" })).toBe("1,5 dní")
})
