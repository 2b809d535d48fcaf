import { describe, expect, it } from "vitest"
import { loadAllTexts } from "./load-chapter.ts"
import { localeCodes } from "./locale.ts"

/** Values for texts with placeholders: words that no text contains by itself. */
const given = ["Qzx", "Wvk", "Jqy"]

const pt = await loadAllTexts("pt")
const portuguese = new Map(said(pt))

describe.each(localeCodes)("in %s", (code) => {
  it("that nothing was charged is said in the same words everywhere, so that it is never said twice", async () => {
    const texts = await loadAllTexts(code)
    const promises = [...said(texts)].filter(([at]) => portuguese.get(at)?.includes(pt.errors.nothingCharged))
    expect(promises.length).toBeGreaterThan(20)
    expect(promises.filter(([, text]) => !text.includes(texts.errors.nothingCharged))).toEqual([])
  })

  it("every text says the names and amounts it is given", async () => {
    const lost = [...said(await loadAllTexts(code))].filter(([at, text]) =>
      given.some((value) => portuguese.get(at)?.includes(value) === true && !text.includes(value)),
    )
    expect(lost).toEqual([])
  })
})

describe("what was translated", () => {
  /** English in every language on purpose; the rest was looked at and is the same in both languages. */
  const same = new Set([
    "Oops, something went wrong!",
    "incomplete azure config, please check it in your settings page",
    "Resumir a partir de",
  ])

  it.each(localeCodes.filter((code) => code !== "pt" && code !== "en"))(
    "no text of more than three words was left in Portuguese or English in %s",
    async (code) => {
      const english = new Map(plain(await loadAllTexts("en")))
      const left = [...plain(await loadAllTexts(code))].filter(
        ([at, text]) =>
          (text === portuguese.get(at) || text === english.get(at)) && text.split(/\s+/).length > 3 && !same.has(text),
      )
      expect(left).toEqual([])
    },
  )
})

describe("typography and register", () => {
  it("is French: no line ends before a high sign, or inside guillemets", async () => {
    const bare = /[^\u00a0\u202f][!?;»]|[^\u00a0\u202f] ?:(?!\/\/)|«[^\u00a0\u202f]/
    const wrong = [...said(await loadAllTexts("fr"))].filter(([, text]) => bare.test(text))
    // The first is English in every language on purpose, the second shows the sign itself.
    expect(wrong.map(([at]) => at)).toEqual([".crash.title", ".prompts.placesHint"])
  })

  it("is German: a friend is spoken to, nobody is addressed as Sie", async () => {
    const formal = /[\p{L},;] (Sie|Ihnen|Ihr|Ihre[nmrs]?)\b/u
    expect([...said(await loadAllTexts("de"))].filter(([, text]) => formal.test(text))).toEqual([])
  })

  it.each(["cn", "tw"] as const)("is Chinese of %s: the reader is 你, as everywhere", async (code) => {
    expect([...said(await loadAllTexts(code))].filter(([, text]) => text.includes("您"))).toEqual([])
  })
})

/** Every text of a language with its path; texts with placeholders get the given values. */
function* said(part: object, path = ""): Generator<readonly [string, string]> {
  for (const [name, value] of Object.entries(part)) {
    const at = `${path}.${name}`
    if (typeof value === "string") yield [at, value]
    else if (typeof value === "function") yield [at, String((value as (...values: unknown[]) => string)(...given))]
    else if (typeof value === "object") yield* said(value as object, at)
  }
}

/** The same, of texts without placeholders alone. */
function plain(part: object): readonly (readonly [string, string])[] {
  return [...said(part)].filter(([, text]) => !given.some((value) => text.includes(value)))
}
