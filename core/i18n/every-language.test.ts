import { describe, expect, it } from "vitest"
import { loadDataTexts } from "./load-data-texts.ts"
import { loadTexts as loadFirstTexts } from "./load-texts.ts"
import { localeCodes, type LocaleCode, type Texts } from "./locale.ts"
import { pt as data } from "./locales/data/pt.ts"
import { pt } from "./locales/pt.ts"

/** What texts with values are asked to say: words that no text contains by itself. */
const given = ["Qzx", "Wvk", "Jqy"]

const portuguese = new Map(said({ ...pt, data }))

describe.each(localeCodes)("in %s", (code) => {
  it("that nothing was charged is said in the same words everywhere, so that it is never said twice", async () => {
    const texts = await loadTexts(code)
    const promises = [...said(texts)].filter(([at]) => portuguese.get(at)?.includes(pt.errors.nothingCharged))
    expect(promises.length).toBeGreaterThan(20)
    expect(promises.filter(([, text]) => !text.includes(texts.errors.nothingCharged))).toEqual([])
  })

  it("every text says the names and amounts it is given", async () => {
    const lost = [...said(await loadTexts(code))].filter(([at, text]) =>
      given.some((value) => portuguese.get(at)?.includes(value) === true && !text.includes(value)),
    )
    expect(lost).toEqual([])
  })
})

describe("typography and register", () => {
  it("is French: no line ends before a high sign, or inside guillemets", async () => {
    const bare = /[^\u00a0\u202f][!?;»]|[^\u00a0\u202f] ?:(?!\/\/)|«[^\u00a0\u202f]/
    const wrong = [...said(await loadTexts("fr"))].filter(([, text]) => bare.test(text))
    // One is the specification's English, the other speaks of the sign itself.
    expect(wrong.map(([at]) => at)).toEqual([".crash.title", ".chat.placeholder"])
  })

  it("is German: a friend is spoken to, nobody is addressed as Sie", async () => {
    const formal = /[\p{L},;] (Sie|Ihnen|Ihr|Ihre[nmrs]?)\b/u
    expect([...said(await loadTexts("de"))].filter(([, text]) => formal.test(text))).toEqual([])
  })
})

async function loadTexts(code: LocaleCode) {
  return { ...(await loadFirstTexts(code)), data: await loadDataTexts(code) }
}

/** Every text of a language under its path; texts with values say the given ones. */
function* said(part: object, path = ""): Generator<readonly [string, string]> {
  for (const [name, value] of Object.entries(part as Texts)) {
    const at = `${path}.${name}`
    if (typeof value === "string") yield [at, value]
    else if (typeof value === "function") yield [at, String((value as (...values: unknown[]) => string)(...given))]
    else if (typeof value === "object") yield* said(value as object, at)
  }
}
