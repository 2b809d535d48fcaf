import { foldText } from "../lib/fold-text.ts"
import { parseCep, parseCnpj } from "./check-digits.ts"
import { currencyIn } from "./currencies.ts"
import { addDays, holidaysOf } from "./holidays.ts"

/** The topics that the pack knows of, each with the operations that answer it. The page has a word for each (`tools.topics`). */
export const packTopics = {
  cep: ["buscarCep", "cepDaRua"],
  cnpj: ["buscarCnpj"],
  currency: ["cotacaoAgora", "cotacaoEm"],
  holidays: ["feriados", "diasUteis"],
  rates: ["taxas"],
  banks: ["banco"],
  ddd: ["ddd"],
  population: ["municipios", "populacao"],
  names: ["nomes"],
} as const satisfies Readonly<Record<string, readonly string[]>>
export type PackTopic = keyof typeof packTopics
const packTopicNames = Object.keys(packTopics) as PackTopic[]

const signs: readonly (readonly [topic: PackTopic, RegExp])[] = [
  ["cep", /\bceps?\b|\b\d{2}\.?\d{3}-\d{3}\b/],
  ["cep", /\b(onde fica|endereco|rua|bairro)\b.{0,30}\b\d{8}\b/],
  ["cnpj", /\bcnpjs?\b|\b[0-9a-z]{2}\.?[0-9a-z]{3}\.?[0-9a-z]{3}\/[0-9a-z]{4}-\d{2}\b/],
  [
    "currency",
    /\b(dolar|dolares|euros?(?! truck)|cotacao|cotacoes|ptax|libras? esterlinas?|iene|ienes|peso argentino)\b/,
  ],
  ["currency", /\bfrancos? suicos?\b|\bcoroas? (dinamarques|norueg|sueca)|\bus?\$|[€£¥]/],
  ["currency", /\b(quanto|valor|preco)\b.{0,30}\blibras?\b/],
  ["currency", /\b(usd|eur|gbp|jpy|chf|aud|dkk|nok|sek)\b|\d ?cad\b/],
  // Not what is in a car.
  [
    "currency",
    /\b(taxa de|como (esta|anda|vai) o|casa de|mercado de) cambio\b|\bcambio (de )?(hoje|comercial|turismo|do dia)\b/,
  ],
  ["holidays", /\b(feriado|feriados|feriadao|ponto facultativo|dia util|dias uteis)\b/],
  [
    "holidays",
    /\b(quando|que dia|data|cai|folga)\b.{0,40}\b(carnaval|corpus christi|pascoa|sexta-feira santa|paixao de cristo)\b/,
  ],
  [
    "holidays",
    /\b(carnaval|corpus christi|pascoa|sexta-feira santa|paixao de cristo)\b.{0,40}\b(quando|que dia|data|cai|folga|\d{4})\b/,
  ],
  [
    "rates",
    /\b(selic|cdi|ipca|taxa basica)\b|\binflacao (do mes|do ano|de hoje|hoje|atual|acumulada)\b|\bjuros do banco central\b/,
  ],
  [
    "banks",
    /\b(codigo|numero|compensacao|ispb)\b d[aeo]s? .{0,20}\bbanco\b(?! de (dados|horas|sangue|questoes|imagens|talentos))/,
  ],
  ["banks", /\b(codigo|ispb) d[aeo] (itau|bradesco|santander|nubank|inter|caixa|c6|sicredi|sicoob|bb)\b/],
  ["banks", /\bbanco (de )?(codigo |numero |n[ou]?\.? ?)?\d{3}\b/],
  ["ddd", /\bddds?\b(?! (em|com|no|in) (\.net|java|c#|php|python|node))/],
  [
    "population",
    /\b(populacao|habitantes|municipios)\b|\bquant[ao]s (pessoas|gente) (moram|vivem)\b|\bquantas cidades (tem|ha)\b/,
  ],
  ["names", /\b(pessoas|gente|brasileir[ao]s|homens|mulheres|meninos|meninas|bebes|quant[ao]s)\b.{0,40}\bse chamam\b/],
  ["names", /\b(pessoas|gente|brasileir[ao]s|homens|mulheres|meninos|meninas|bebes)\b.{0,40}\bchamad[ao]s\b/],
  ["names", /\bfrequencia do nome\b|\bnomes?\b.{0,30}\b(ibge|censo)\b|\bcenso\b.{0,30}\bnomes?\b/],
]

/** The longest text that is looked at, in UTF-16 units: what was pasted is no question. */
const longest = 2_000

/**
 * Returns the topics that the last messages call for. Tools are sent along with a question only then: nobody pays for tools
 * while speaking of something else.
 */
export function packTopicsIn(texts: readonly string[]): readonly PackTopic[] {
  const folded = foldText(plain(texts.map((text) => text.slice(0, longest)).join("\n")))
  const found = signs.flatMap(([topic, sign]) => (sign.test(folded) ? [topic] : []))
  const bare = folded.match(/\b[0-9a-z]{12}\d{2}\b/g) ?? []
  const isCompany = bare.some((word) => parseCnpj(word) !== undefined)
  const known = new Set<PackTopic>(isCompany ? [...found, "cnpj"] : found)
  return packTopicNames.filter((topic) => known.has(topic))
}

/** A text whose hyphens, which typesetting has several of, are those of a keyboard. */
function plain(text: string): string {
  return text.replaceAll(/[\u2010-\u2015\u2212]/g, "-")
}

/** A call that a question spells out clearly enough for a model that cannot think: the demonstration's. */
export interface SpelledCall {
  readonly operation: string
  readonly given: Readonly<Record<string, string | number>>
}

const months = "janeiro fevereiro marco abril maio junho julho agosto setembro outubro novembro dezembro".split(" ")

/** The call for a question, as far as its words tell. `today`: as `AAAA-MM-DD`. */
export function spelledCall(text: string, today: string): SpelledCall | undefined {
  const [topic] = packTopicsIn([text])
  const short = plain(text.slice(0, longest))
  const folded = foldText(short)
  switch (topic) {
    case "cep": {
      const [written = ""] = /\d{2}\.?\d{3}-?\d{3}/.exec(short) ?? []
      const cep = parseCep(written)
      return cep === undefined ? undefined : { operation: "buscarCep", given: { cep } }
    }
    case "cnpj": {
      const [written] = /[0-9A-Za-z]{2}\.?[0-9A-Za-z]{3}\.?[0-9A-Za-z]{3}\/?[0-9A-Za-z]{4}-?\d{2}/.exec(short) ?? []
      if (written === undefined) return undefined
      return { operation: "buscarCnpj", given: { cnpj: parseCnpj(written) ?? written } }
    }
    case "currency": {
      const moeda = currencyIn(folded) ?? (/\bdolar(es)?\b|\bus?\$/.test(folded) ? "USD" : undefined)
      if (moeda === undefined) return undefined
      const data = dayIn(folded, today)
      const isPast = data !== undefined && data < today
      return isPast
        ? { operation: "cotacaoEm", given: { moeda, data } }
        : { operation: "cotacaoAgora", given: { moeda } }
    }
    case "holidays": {
      // Which days are meant is more than can be told from words.
      if (/\but(il|eis)\b/.test(folded)) return undefined
      const day = dayIn(folded, today) ?? namedDayIn(folded, today)
      return { operation: "feriados", given: day === undefined ? {} : { data: day } }
    }
    case "rates":
      return { operation: "taxas", given: {} }
    case "banks": {
      const [, code] = /\b(\d{3})\b/.exec(short) ?? []
      return code === undefined ? undefined : { operation: "banco", given: { codigo: code } }
    }
    case "ddd": {
      const [, code] = /\b(\d{2})\b/.exec(short) ?? []
      return code === undefined ? undefined : { operation: "ddd", given: { ddd: code } }
    }
    default:
      return undefined
  }
}

/** The day that is called by its name, of the year that is named or the next one: "carnaval 2027", "amanhã". */
function namedDayIn(folded: string, today: string): string | undefined {
  if (/\bhoje\b/.test(folded)) return today
  if (/\bamanha\b/.test(folded)) return addDays(today, 1)
  const wanted = /\bsexta-feira santa\b/.test(folded) ? "paixao de cristo" : folded
  const [year = today.slice(0, 4)] = /\b(19|20|21)\d{2}\b/.exec(folded) ?? []
  const dayOf = (of: number) => holidaysOf(of).find(({ name }) => wanted.includes(foldText(name)))?.date
  const day = dayOf(Number(year))
  return day !== undefined && day < today && !folded.includes(year) ? dayOf(Number(year) + 1) : day
}

/** A day that is named: `9 de julho`, `25/12`, `25/12/2027`. Without a year it is the next one. */
function dayIn(folded: string, today: string): string | undefined {
  const words = /\b(\d{1,2})[oº]? de ([a-z]{4,9})(?: de (\d{4}))?/.exec(folded)
  const digits = /\b(\d{1,2})\/(\d{1,2})(?:\/(\d{4}))?\b/.exec(folded)
  const [day, month, year] = words
    ? [Number(words[1]), months.indexOf(words[2] ?? "") + 1, words[3]]
    : [Number(digits?.[1]), Number(digits?.[2]), digits?.[3]]
  if (!day || !month || day > 31 || month > 12) return undefined
  const end = `-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`
  const here = (year ?? today.slice(0, 4)) + end
  return year === undefined && here < today ? String(Number(today.slice(0, 4)) + 1) + end : here
}
