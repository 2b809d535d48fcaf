import { describe, expect, test } from "vitest"
import { microReais, parseReais } from "#core/lib/micro-reais.ts"
import { presentBalance, presentMoney } from "./money.ts"

const amount = (text: string) => parseReais(text) ?? microReais(0)
const plain = (text: string) => text.replace(/\u00a0/g, " ")
const shown = (text: string, mostDigits?: number) => plain(presentMoney(amount(text), mostDigits))
const balance = (text: string) => plain(presentBalance(amount(text)))

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
