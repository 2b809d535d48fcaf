import { describe, expect, test } from "vitest"
import { microReais, parseReais } from "#core/lib/micro-reais.ts"
import { presentMoney } from "./money.ts"

const shown = (text: string, mostDigits?: number) =>
  presentMoney(parseReais(text) ?? microReais(0), mostDigits).replace(/\u00a0/g, " ")

describe("money on screen", () => {
  test("is written as in Brazil, whatever the language", () => {
    expect(shown("18.42")).toBe("R$ 18,42")
    expect(shown("1234.50")).toBe("R$ 1.234,50")
  })

  test("never shows more than there is", () => {
    expect(shown("18.429999")).toBe("R$ 18,42")
    expect(shown("0.999999")).toBe("R$ 0,99")
  })

  test("an amount under a cent does not look like nothing", () => {
    expect(shown("0.0042")).toBe("R$ 0,0042")
    expect(shown("0.01")).toBe("R$ 0,01")
    expect(shown("0.00")).toBe("R$ 0,00")
  })

  test("shows every digit where asked", () => {
    expect(shown("18.423456", 6)).toBe("R$ 18,423456")
  })
})
