/** A sign, its number as it is written in Portuguese with hundredths or parts of them, and the word for thousands or more behind it. A hyphen between two amounts is no minus. */
const amounts =
  /((?<![\p{L}\p{N}])[-−])?(R\$|US\$|U\$|€)[ \u00A0]?([-−]?)(\d{1,3}(?:[.\u00A0 ]\d{3}){1,5}|\d{1,15})(?:,(\d{1,6}))?(?![\d.,]{0,20}\d)(?:[ \u00A0]?(mil|k|K|MM?|B|mi|milhão|milhões|bi|bilhão|bilhões|tri|trilhão|trilhões)(?![\p{L}\p{N}]))?(?:[ \u00A0](?:de )?(?:reais|dólares|euros)(?!\p{L}))?(?!\p{L})/gu
/** Written as in English, with two hundredths behind a point: "US$ 1,299.50". */
const pointed = /(R\$|US\$|U\$|€)[ \u00A0]?([-−]?)(\d{1,3}(?:,\d{3}){1,5}|\d{1,15})\.(\d{2})(?![\d.,]{0,20}\d)/gu
/** The sign stands behind: "15,50 €". */
const signBehind = /(?<![\p{L}\p{N}.,$€])(\d[\d.,]{0,20})[ \u00A0]?€(?![ \u00A0]?\d)/gu
/** "R$ 5/mês": so much for each of them. */
const forEach = /(?<=(?:reais|real|centavos?|dólar|dólares|euros?))\/(?=\p{L})/gu
/** Two amounts of one currency, each with its sign: "R$ 10-R$ 20". */
const spans = /(R\$|US\$|U\$|€)([ \u00A0]?\d[\d.,]{0,20})[ \u00A0]?[-–—][ \u00A0]?\1[ \u00A0]?/gu
/** The sign stands for both: "R$ 100-200", "R$ 2-3 milhões"; but "R$ 100-12x" is no such thing. */
const ranges = /(R\$|US\$|U\$|€)[ \u00A0]?(\d[\d.,]{0,20})[-–—](?=\d[\d.,]{0,20}(?![\d.,]{0,20}[\p{L}\d]))/gu

const dollars = ["dólar", "dólares"] as const
const currencies: Readonly<Record<string, readonly [one: string, many: string]>> = {
  R$: ["real", "reais"],
  US$: dollars,
  U$: dollars,
  "€": ["euro", "euros"],
}

const scales: Readonly<Record<string, readonly [one: string, many: string]>> = {
  k: ["mil", "mil"],
  K: ["mil", "mil"],
  M: ["milhão", "milhões"],
  MM: ["milhão", "milhões"],
  mi: ["milhão", "milhões"],
  B: ["bilhão", "bilhões"],
  bi: ["bilhão", "bilhões"],
  tri: ["trilhão", "trilhões"],
}

/** Amounts as they are said in Portuguese: many voices read "R$" letter by letter. Other languages keep the sign, which theirs know. */
export function spokenMoney(line: string, locale: string): string {
  if (locale !== "pt") return line
  return line
    .replace(pointed, (_, sign: string, minus: string, units: string, cents: string) => {
      return `${sign} ${minus}${units.replaceAll(",", "")},${cents}`
    })
    .replace(signBehind, "€ $1")
    .replace(spans, (_, sign: string, from: string) => `${sign}${from} a ${sign} `)
    .replace(ranges, (_, sign: string, from: string) => `${from} a ${sign} `)
    .replace(
      amounts,
      (
        _,
        before: string | undefined,
        sign: string,
        after: string,
        units: string,
        decimals: string | undefined,
        scale: string | undefined,
      ) => (before || after ? "menos " : "") + amountInWords({ units, decimals, scale }, currencies[sign] ?? dollars),
    )
    .replace(forEach, " por ")
}

interface Amount {
  readonly units: string
  readonly decimals: string | undefined
  readonly scale: string | undefined
}

function amountInWords({ units, decimals, scale }: Amount, [one, many]: readonly [string, string]): string {
  const large = Number(units.replace(/\D/g, ""))
  if (scale !== undefined) {
    const [single, several] = scales[scale] ?? [scale, scale]
    const word = large < 2 ? single : several
    const of = word === "mil" ? many : `de ${many}`
    return `${units}${decimals === undefined ? "" : `,${decimals}`} ${word} ${of}`
  }
  // Nobody counts parts of a hundredth.
  if (decimals !== undefined && decimals.length > 2) return `${units},${decimals} ${large < 2 ? one : many}`
  const small = decimals === undefined ? 0 : Number(decimals.padEnd(2, "0"))
  const whole = `${units} ${large === 1 ? one : many}`
  if (small === 0) return whole
  const coins = `${small} ${small === 1 ? "centavo" : "centavos"}`
  return large === 0 ? coins : `${whole} e ${coins}`
}
