import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { excerptOf, withoutSigns } from "./excerpt.ts"
import { foldText } from "../lib/fold-text.ts"
import { eachWord, wordsIn } from "./fold.ts"
import { holdsPhrases, phrasesIn } from "./phrases.ts"
import { createSearchIndex } from "./search-index.ts"
import { isSimilar } from "./similar.ts"

/** An index over "key: text" lines, the last one the latest. */
function indexOf(...lines: readonly string[]) {
  const index = createSearchIndex()
  for (const [at, line] of lines.entries()) {
    const [key = "", ...text] = line.split(": ")
    index.add({ key, date: at }, text.join(": "))
  }
  return index
}

const found = (index: ReturnType<typeof indexOf>, query: string) => index.search(query).keys.join(" ")

describe("reading", () => {
  it("folds case, accents, and letters written as two signs", () => {
    expect(foldText("AÇÃO à Ångström ﬁm")).toBe("acao a angstrom fim")
    expect(foldText("na\u0303o")).toBe("nao")
    expect(foldText("Straße Łódź smørbrød đường İstanbul ısı cœur")).toBe(
      "strasse lodz smorbrod duong istanbul isi coeur",
    )
    expect(foldText("اللُّغَة")).toBe("اللغة")
  })

  it("keeps the vowels of scripts that write them as marks", () => {
    expect(foldText("কি")).not.toBe(foldText("কা"))
  })

  it("takes each character of a script without spaces as a word, and each two that stand together", () => {
    const words: string[] = []
    eachWord("olá 東京タワー, ok", (word) => words.push(word))
    expect(words).toEqual(["ola", "東", "京", "東京", "タ", "京タ", "ワ", "タワ", "ー", "ok"])
  })

  it("finds the same words with and without their places", () => {
    const unit = fc.constantFrom(
      "a",
      "É",
      "ç",
      " ",
      "-",
      "3",
      "東",
      "o\u0303",
      "ß",
      "\n",
      ".",
      "я",
      "🎉",
      "❤\ufe0f",
      "👍🏽",
      "𠮷",
      "京",
      "の",
      "ไ",
      "ำ",
      "ก",
      "ি",
      "ক",
      "ø",
      "İ",
      "\ud83d",
      "#",
      "+",
      "$",
      "C",
    )
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 40 }), (text) => {
        const words: string[] = []
        eachWord(text, (word) => words.push(word))
        expect(
          wordsIn(text)
            .map((word) => word.folded)
            .filter((word) => word !== ""),
        ).toEqual(words)
        for (const { start, end, folded } of wordsIn(text)) expect(foldText(text.slice(start, end))).toBe(folded)
      }),
    )
  })
})

describe("the search", () => {
  const index = indexOf(
    "a: Receita de moqueca de peixe",
    "b: Não gosto de coentro na MOQUECA",
    "c: O contrato do aluguel vence em dezembro",
    "d: Moquecas baianas e capixabas",
  )

  it("finds whole words before beginnings of words, the latest first", () => {
    expect(found(index, "moqueca")).toBe("b a d")
  })

  it("wants every word, in any order, and takes beginnings of words", () => {
    expect(found(index, "peixe moq")).toBe("a")
    expect(found(index, "moqueca aluguel")).toBe("")
    expect(found(index, "dez alug")).toBe("c")
  })

  it("does not care for case and accents, either way", () => {
    expect(found(index, "NAO")).toBe("b")
    expect(found(index, "alúgüel")).toBe("c")
  })

  it("finds what is misspelt when nothing has the very words, and says so", () => {
    for (const query of ["moqeca", "mouqeca", "moqueka", "moquecaa"]) expect(found(index, query)).toContain("a")
    expect(index.search("moqeca").isSimilar).toBe(true)
    expect(index.search("moqueca").isSimilar).toBe(false)
    expect(index.search("xyzzy")).toMatchObject({ keys: [], isSimilar: false })
  })

  it("finds characters without spaces where they stand together, and apart only when nowhere else", () => {
    const signs = indexOf("a: 東京タワーは高い", "b: 京都の東にある寺")
    expect([found(signs, "東京"), found(signs, "東"), found(signs, "京都の東")]).toEqual(["a", "b a", "b"])
    expect(signs.search("寺東")).toMatchObject({ keys: ["b"], isSimilar: true })
  })

  it("knows nothing of what was taken out, and the new words of what was changed", () => {
    const changing = indexOf("a: primeira versão", "b: segunda")
    changing.add({ key: "a", date: 9 }, "outra coisa")
    expect([found(changing, "primeira"), found(changing, "outra")]).toEqual(["", "a"])
    changing.remove("a")
    expect([found(changing, "outra"), changing.size()]).toEqual(["", 1])
  })

  it("counts the signs at a word where the query has them", () => {
    const code = indexOf(
      "a: Aprender C é difícil",
      "b: Prefiro C# a Java",
      "c: Em C++ também, e custa R$ 20,00",
      "d: O env fica em .env na pasta",
      "e: São 20 reais, R$ 5 cada um",
      "f: env sem ponto, `#c` e R$20",
    )
    expect(found(code, "C#")).toBe("b")
    expect(found(code, "c++")).toBe("c")
    expect(found(code, "C+")).toBe("c")
    expect(found(code, ".env")).toBe("d")
    expect(found(code, "R$ 20")).toBe("f c")
    expect(found(code, "r$20")).toBe("f c")
    expect(found(code, "$5")).toBe("e")
    expect(found(code, "20")).toBe("f e c")
    expect(found(code, "c")).toContain("a")
    // A missing sign is tolerated like a wrong letter: no text has it, and the page says that the hits are similar.
    expect(code.search("java#")).toMatchObject({ keys: ["b"], isSimilar: true })
    expect([...code.search("C#").words]).toEqual(["c#"])
  })

  it("finds emoji, and characters of two units", () => {
    const emoji = indexOf("a: parabéns🎉 família 👨‍👩‍👧", "b: eu ❤️ café", "c: 𠮷野家")
    expect(found(emoji, "🎉")).toBe("a")
    expect(found(emoji, "👩")).toBe("a")
    expect(found(emoji, "❤")).toBe("b")
    expect(found(emoji, "parabens")).toBe("a")
    expect(found(emoji, "𠮷")).toBe("c")
  })

  it("finds nothing for a query without a word", () => expect(found(index, " .,! ")).toBe(""))

  it("finds every text by any of its words, however they are written", () => {
    const word = fc.string({ unit: fc.constantFrom("a", "b", "ç", "é", "O"), minLength: 1, maxLength: 6 })
    fc.assert(
      fc.property(fc.array(fc.array(word, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 8 }), (texts) => {
        const any = createSearchIndex()
        for (const [at, words] of texts.entries()) any.add({ key: String(at), date: at }, words.join(" "))
        for (const [at, words] of texts.entries()) {
          for (const one of words) expect(any.search(one.toUpperCase()).keys).toContain(String(at))
          expect(any.search(words.join(" ")).keys).toContain(String(at))
        }
      }),
    )
  })
})

describe("a misspelt word", () => {
  it.each([
    ["brigadero", "brigadeiro"],
    ["exeção", "excecao"],
    ["portugês", "portugues"],
    ["contarto", "contrato"],
  ])("%s is similar to %s", (asked, word) => expect(isSimilar(foldText(asked), word)).toBe(true))

  it.each([
    ["sol", "sal"],
    ["casa", "mesa"],
    ["aluguel", "alicate"],
  ])("%s is not similar to %s", (asked, word) => expect(isSimilar(asked, word)).toBe(false))
})

describe("what stands in quotation marks", () => {
  it.each([
    ['"pão de queijo"', "Quero PÃO de  queijo!", true],
    ['"pão de queijo"', "Queijo de pão, pão de queijos", false],
    ["“pao de” queijo", "o **pão** — `de` ontem", true],
    ["«東京タワー»", "これは東京タワーです", true],
    ['"東京"', "京都の東", false],
    ['"de ontem" "de pão"', "o pão de ontem", false],
    ['"a', "b", true],
    ['""', "b", true],
  ])("%s in '%s': %s", (query, text, isThere) => {
    expect(holdsPhrases(text, phrasesIn(query))).toBe(isThere)
  })
})

describe("an excerpt", () => {
  const present = (text: string, ...words: readonly string[]) =>
    excerptOf(text, new Set(words))
      .map((part) => (part.isHit ? `[${part.text}]` : part.text))
      .join("")

  it("marks overlapping hits as one", () => {
    expect(present("Custa R$ 20,00 ou R$5", "r$", "$20")).toBe("Custa [R$ 20],00 ou [R$]5")
  })

  it("marks the hits as they are written", () => {
    expect(present("Não sei. O Não de sempre", "nao")).toBe("[Não] sei. O [Não] de sempre")
  })

  it("shows the place where the words stand together, cut between words", () => {
    const long = `café ${"palavra ".repeat(60)}o café com pão de queijo ${"depois ".repeat(60)}`
    const shown = present(long, "cafe", "pao")
    expect(shown).toContain("[café] com [pão] de queijo")
    expect(shown.startsWith("…palavra")).toBe(true)
    expect(shown.endsWith("…")).toBe(true)
    expect(shown.length).toBeLessThan(240)
  })

  it("can be made of what Markdown says, without its signs", () => {
    const markdown =
      "## Título\n\n- **Preço:** `R$ 10`\n> citação\n\n| A | B |\n| --- | ---: |\n| 1 | 2 |\n[site](https://a.b/c)"
    expect(withoutSigns(markdown).replace(/\s+/g, " ").trim()).toBe("Título Preço: R$ 10 citação · A · B · 1 · 2 site")
    expect(withoutSigns("snake_case 2 * 3 - 1 R$ 5 | x")).toBe("snake_case 2 * 3 - 1 R$ 5 · x")
  })

  it("is the text again when its parts are joined, on one line, however the text looks", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom("a", "é", " ", "\n", "."), maxLength: 120 }), (text) => {
        const line = text.replace(/\s+/g, " ").trim()
        expect(
          excerptOf(text, new Set(["a", "e"]))
            .map((part) => part.text)
            .join(""),
        ).toBe(line)
      }),
    )
  })
})
