import { readFileSync } from "node:fs"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { localeCodes } from "../i18n/locale.ts"
import { findPrompts, promptQuery } from "./find-prompts.ts"
import { distinctPlaces, fillMoments, fillPlaces, placesIn } from "./places.ts"
import { promptFileLimits, promptsInFile, readPromptFile } from "./prompt-file.ts"
import { promptBackup, promptSchemaVersion, readPromptBackup } from "./prompt-backup.ts"
import { builtinPrompts, readPrompt, type Prompt } from "./prompt.ts"

const prompt = (title: string, more: Partial<Prompt> = {}): Prompt => ({
  id: title,
  title,
  content: `${title}, por favor`,
  isUser: false,
  createdAt: 0,
  ...more,
})
const titles = (prompts: readonly Prompt[]) => prompts.map(({ title }) => title)
const file: unknown = JSON.parse(readFileSync(new URL("../../web/public/prompts.json", import.meta.url), "utf8"))

describe("The search for a prompt", () => {
  const all = [prompt("Traduzir para o inglês"), prompt("Redação do ENEM"), prompt("Resumir um texto")]

  it("ignores accents and case, and finds the beginning before the middle", () => {
    expect(titles(findPrompts(all, "REDACAO"))).toEqual(["Redação do ENEM"])
    expect(titles(findPrompts([prompt("Um texto"), prompt("Texto claro")], "texto"))).toEqual([
      "Texto claro",
      "Um texto",
    ])
  })

  it("forgives a letter left out, and takes words in any order", () => {
    expect(titles(findPrompts(all, "traduir"))).toEqual(["Traduzir para o inglês"])
    expect(titles(findPrompts(all, "enem red"))).toEqual(["Redação do ENEM"])
  })

  it("finds by what a prompt says, after those found by name", () => {
    const saying = prompt("Outro", { content: "faça um resumir melhor" })
    expect(titles(findPrompts([saying, ...all], "resumir"))).toEqual(["Resumir um texto", "Outro"])
  })

  it("puts the user's own first among equals, the newest before the older", () => {
    const own = [prompt("A", { isUser: true, createdAt: 1 }), prompt("B", { isUser: true, createdAt: 2 })]
    expect(titles(findPrompts([prompt("C"), ...own], ""))).toEqual(["B", "A", "C"])
  })

  it("puts what was used last first among equals, even before the user's own", () => {
    const own = prompt("B", { isUser: true, createdAt: 2 })
    expect(titles(findPrompts([prompt("A"), own, prompt("C")], "", { C: 9, A: 3 }))).toEqual(["C", "A", "B"])
  })

  it("finds nothing by letters that lie too far apart", () => {
    expect(findPrompts([prompt("Traduzir para o português do Brasil", { content: "x" })], "tbl")).toEqual([])
  })

  it("finds every prompt by its own title, whatever that is", () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, unit: "grapheme" }), (title) => {
        fc.pre(title.trim() !== "")
        expect(findPrompts([prompt(title)], title)).toHaveLength(1)
      }),
    )
  })

  it("is one only from a slash at the very beginning, on one line and short", () => {
    expect(promptQuery("/red")).toBe("red")
    expect(promptQuery("/")).toBe("")
    expect(promptQuery("e/ou")).toBeUndefined()
    expect(promptQuery("/a\nb")).toBeUndefined()
    expect(promptQuery(`/${"a".repeat(31)}`)).toBeUndefined()
  })
})

describe("The built-in prompts", () => {
  it("are at least thirty in Portuguese, and some in each language of the interface, in its own words", () => {
    expect(builtinPrompts(file, "pt").length).toBeGreaterThanOrEqual(30)
    const foreign = [...builtinPrompts(file, "pt"), ...builtinPrompts(file, "en")]
    for (const locale of localeCodes) {
      const prompts = builtinPrompts(file, locale)
      expect(prompts.length).toBeGreaterThan(5)
      if (locale === "pt" || locale === "en") continue
      for (const { title, content } of foreign) {
        expect(titles(prompts)).not.toContain(title)
        expect(prompts.map((one) => one.content)).not.toContain(content)
      }
    }
  })

  it("are English in a language that has none", () => {
    expect(builtinPrompts({ en: [["Title", "Text"]] }, "fr")).toEqual(builtinPrompts({ en: [["Title", "Text"]] }, "en"))
    expect(builtinPrompts({ en: [["Title", "Text"]] }, "toString")).toHaveLength(1)
  })

  it("leave out what is no pair of texts", () => {
    const damaged = { pt: [["Bom", "Texto"], [], ["Só título"], null, [1, 2], "x"] }
    expect(titles(builtinPrompts(damaged, "pt"))).toEqual(["Bom"])
    for (const wrong of [null, 3, { pt: {} }, "x"]) expect(builtinPrompts(wrong, "pt")).toEqual([])
  })
})

describe("The places of a prompt", () => {
  it("are in brackets or braces, and may offer choices", () => {
    expect(placesIn("Compare [opção A] e {{ opção B }}")).toMatchObject([
      { start: 8, end: 17, name: "opção A", choices: [] },
      { start: 20, end: 33, name: "opção B", choices: [] },
    ])
    expect(placesIn("em tom {{tom:formal | leve}}")).toMatchObject([{ name: "tom", choices: ["formal", "leve"] }])
    expect(placesIn("[hora: manhã ou tarde]")).toMatchObject([{ name: "hora: manhã ou tarde", choices: [] }])
  })

  it("are no boxes to tick, no links and no empty brackets", () => {
    for (const text of [
      "Sem lugar",
      "- [ ] leite\n- [x] pão",
      "[site](https://a.br)",
      "[nota][1]",
      "[]",
      "{{}}",
      "{a}",
    ]) {
      expect(placesIn(text).filter(({ raw }) => raw !== "[1]")).toEqual([])
    }
  })

  it("that are written alike are one, and are filled together", () => {
    const text = "De [nome] para [outro]. Assina: [nome]"
    expect(distinctPlaces(text).map(({ name }) => name)).toEqual(["nome", "outro"])
    expect(fillPlaces(text, "[nome]", "$& Ana")).toBe("De $& Ana para [outro]. Assina: $& Ana")
  })

  it("for the day and the hour fill themselves, and no other does", () => {
    const now = { date: "24/11/2026", time: "12:30" }
    expect(fillMoments("Hoje, {{data}} às {{ Hora }}, {{constructor}}, [data]", now)).toBe(
      "Hoje, 24/11/2026 às 12:30, {{constructor}}, [data]",
    )
  })
})

describe("A file of prompts", () => {
  const source = (existing: readonly Prompt[] = []) => {
    let count = 0
    return { existing, now: 1_000, newId: () => `id${count++}` }
  }

  it("is a list of titles and texts, and comes back as it went", () => {
    const own = [prompt("A", { isUser: true, createdAt: 7 }), prompt("B", { isUser: true, createdAt: 5 })]
    const file = JSON.stringify(promptsInFile(own))
    expect(JSON.parse(file)).toEqual([
      { title: "A", content: "A, por favor", createdAt: 7 },
      { title: "B", content: "B, por favor", createdAt: 5 },
    ])
    expect(readPromptFile(file, source())?.fresh).toMatchObject([
      { title: "A", createdAt: 7, isUser: true },
      { title: "B", createdAt: 5, isUser: true },
    ])
    expect(readPromptFile(file, source(own))).toEqual({ fresh: [], known: 2, ignored: [] })
  })

  it("is read in every shape that people have", () => {
    const stored = { p: { id: "p", title: "T", content: "C", isUser: true } }
    const shapes = [
      [{ title: "T", content: "C" }],
      [{ name: "T", content: "C" }],
      [{ act: "T", prompt: "C" }],
      [["T", "C"]],
      { pt: [["T", "C"]], en: [] },
      { prompts: stored },
      { state: { prompts: stored }, version: 3 },
      { "prompt-store": { counter: 1, prompts: stored } },
      { product: "prosa", stores: { prompts: [{ id: "p", version: 3, value: stored.p }] } },
    ]
    for (const shape of shapes) {
      expect(titles(readPromptFile(JSON.stringify(shape), source())?.fresh ?? [])).toEqual(["T"])
    }
  })

  it("counts what lacks a title or a text, and what is beyond the limit", () => {
    expect(readPromptFile('[[],["a"],["a","b"],{"title":"c"},3]', source())).toMatchObject({
      fresh: [{ title: "a", content: "b" }],
      ignored: [{ reason: "incomplete", count: 4 }],
    })
    expect(readPromptFile("[[]]", source())).toEqual({
      fresh: [],
      known: 0,
      ignored: [{ reason: "incomplete", count: 1 }],
    })
    const flood = Array.from({ length: promptFileLimits.prompts + 2 }, (_, at) => [`t${at}`, "c"])
    expect(readPromptFile(JSON.stringify(flood), source())?.ignored).toEqual([{ reason: "too-many", count: 2 }])
  })

  it("that is none is refused, and nothing throws", () => {
    for (const text of ["{", "", "7", "null", "{}", "[1]", '{"a":1}'])
      expect(readPromptFile(text, source())).toBeUndefined()
    fc.assert(fc.property(fc.jsonValue(), (value) => void readPromptFile(JSON.stringify(value), source())))
  })
})

describe("A stored prompt", () => {
  it("is read as the user's own, and refused when it is none", () => {
    const stored = { id: "a", title: "T", content: "C", isUser: false, createdAt: 5, other: 1 }
    expect(readPrompt(stored)).toEqual({ id: "a", title: "T", content: "C", isUser: true, createdAt: 5 })
    for (const wrong of [null, {}, { id: "", title: "T", content: "C" }, { id: "a", title: 1, content: "C" }]) {
      expect(readPrompt(wrong)).toBeUndefined()
    }
  })
})

describe("The collection of a backup", () => {
  const own = { ...prompt("Minha"), id: "V1StGXR8_Z5jdHi6B-myT", isUser: true, createdAt: 1_700_000_000_000 }
  const never = (): string => {
    throw new Error("no new id is needed")
  }

  it("is read back as it was written", () => {
    const written: unknown = JSON.parse(JSON.stringify(promptBackup([own])))
    expect(readPromptBackup(written, promptSchemaVersion, never)).toEqual([own])
  })

  it("of the ancestor's second version gets ids of its own, and leaves the built-in prompts behind", () => {
    const stored = {
      counter: 2,
      latestId: 2,
      prompts: {
        1: { id: 1, title: "Minha", content: "Texto", isUser: true, createdAt: 5 },
        2: { id: 2, title: "Act as a Linux Terminal", content: "…", isUser: false },
        3: [],
      },
    }
    const read = readPromptBackup(stored, 2, () => "new")
    expect(read).toEqual([{ id: "new", title: "Minha", content: "Texto", isUser: true, createdAt: 5 }])
  })

  it("that is damaged holds nothing", () => {
    for (const wrong of [null, 1, "x", {}, { prompts: 3 }, { prompts: { a: null, b: "x" } }]) {
      expect(readPromptBackup(wrong, promptSchemaVersion, never)).toEqual([])
    }
  })
})
