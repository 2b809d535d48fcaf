import { describe, expect, test } from "vitest"
import { microReais, parseReais } from "#core/lib/micro-reais.ts"
import { parseMoney, formatBalance, formatMoney, formatSigned, typedMoney } from "./money.ts"

const amount = (text: string) => parseReais(text) ?? microReais(0)
const plain = (text: string) => text.replace(/\u00a0/g, " ")
const shown = (text: string, mostDigits?: number) => plain(formatMoney(amount(text), mostDigits))
const balance = (text: string) => plain(formatBalance(amount(text)))

describe("money on screen", () => {
  test("is written as in Brazil, whatever the language", () => {
    expect(shown("0.018376")).toBe("R$ 0,02")
    expect(shown("1234.50")).toBe("R$ 1.234,50")
  })

  test("a cost under a cent does not look like nothing", () => {
    expect(shown("0.0042")).toBe("R$ 0,0042")
    expect(shown("0.000003")).toBe("R$ 0,000003")
    expect(shown("0.01")).toBe("R$ 0,01")
    expect(shown("0.00")).toBe("R$ 0,00")
  })

  test("shows every digit where asked", () => {
    expect(shown("18.423456", 6)).toBe("R$ 18,423456")
  })

  test("a balance never shows more than there is", () => {
    expect(balance("18.429999")).toBe("R$ 18,42")
    expect(balance("0.999999")).toBe("R$ 0,99")
    expect(balance("0.00999")).toBe("R$ 0,0099")
  })
})

describe("a movement", () => {
  test("carries its sign, and nothing has none", () => {
    const signed = (text: string) => plain(formatSigned(amount(text)))
    expect([signed("20.00"), signed("-0.03"), signed("0")]).toEqual(["+R$ 20,00", "−R$ 0,03", "R$ 0,00"])
  })
})

describe("money as people type it", () => {
  test("is read with a comma or a point, with or without thousands and the sign of the real", () => {
    const read = ["0,50", "0.5", " R$ 1.234,5 ", "2", "r$0,000001"].map(parseMoney)
    expect(read).toEqual([500_000, 500_000, 1_234_500_000, 2_000_000, 1])
  })

  test("is nothing when it is no amount, or less than none", () => {
    for (const text of ["", "abc", "-1", "+1", "1,2,3", "0,0000001", ",5", "1e3"])
      expect(parseMoney(text)).toBeUndefined()
  })

  test("comes back as it was typed", () => {
    for (const text of ["0,50", "1234,00", "0,000001", "0,125"])
      expect(typedMoney(parseMoney(text) ?? microReais(0))).toBe(text)
  })
})
