import { describe, expect, it } from "vitest"
import { joinSentences } from "./join-sentences.ts"

describe("two texts in a row", () => {
  it.each([
    ["Código inválido.", "Nada foi cobrado.", "Código inválido. Nada foi cobrado."],
    ["Nenhum resultado", "Tente outras palavras.", "Nenhum resultado. Tente outras palavras."],
    ["服务器繁忙。", "没有扣费。", "服务器繁忙。没有扣费。"],
    ["見つかりませんでした", "別の言葉でお試しください。", "見つかりませんでした。別の言葉でお試しください。"],
    ["검색 결과가 없어요", "다른 말로 찾아보세요.", "검색 결과가 없어요. 다른 말로 찾아보세요."],
    ["কোনো ফল নেই", "আবার চেষ্টা করুন।", "কোনো ফল নেই। আবার চেষ্টা করুন।"],
  ])("%s + %s", (first, second, both) => expect(joinSentences(first, second)).toBe(both))

  it("says nothing twice", () => {
    expect(joinSentences("Falhou. Nada foi cobrado.", "Nada foi cobrado.")).toBe("Falhou. Nada foi cobrado.")
  })
})
