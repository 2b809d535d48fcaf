import { foldText } from "../lib/fold-text.ts"

/* The currencies that the Central Bank publishes PTAX rates of, by their codes and by the words that people use. */

/** The codes in order. */
export const ptaxCodes = ["AUD", "CAD", "CHF", "DKK", "EUR", "GBP", "JPY", "NOK", "SEK", "USD"] as const
export type PtaxCode = (typeof ptaxCodes)[number]

const names: readonly (readonly [name: RegExp, code: PtaxCode])[] = [
  [/\bdolar(es)? australian/, "AUD"],
  [/\bdolar(es)? canadens/, "CAD"],
  [/\bfrancos? suicos?\b/, "CHF"],
  [/\bcoroas? dinamarques/, "DKK"],
  [/\beuros?\b|€/, "EUR"],
  [/\blibras?( esterlinas?)?\b|£/, "GBP"],
  [/\bienes?\b|¥/, "JPY"],
  [/\bcoroas? norueg/, "NOK"],
  [/\bcoroas? suecas?\b/, "SEK"],
]

/** The currency that a text speaks of, by its code or its name; undefined where it names none but, maybe, the dollar. */
export function currencyIn(folded: string): PtaxCode | undefined {
  const [word] = /\b(aud|cad|chf|dkk|eur|gbp|jpy|nok|sek|usd)\b/.exec(folded) ?? []
  const code = ptaxCodes.find((one) => one.toLowerCase() === word)
  return names.find(([name]) => name.test(folded))?.[1] ?? code
}

/** The code for what was given as a currency, `usd` or `dólar`; undefined for one that has no PTAX rate. */
export function parseCurrency(text: string): PtaxCode | undefined {
  const folded = foldText(text).trim()
  if (/^(us\$|dolar(es)?( american[oa]s?| comercial| dos eua)?)$/.test(folded)) return "USD"
  // "dólar de Hong Kong" is none of them.
  const named = names.find(([name]) => name.exec(folded)?.index === 0)?.[1]
  return ptaxCodes.find((one) => one.toLowerCase() === folded) ?? named
}
