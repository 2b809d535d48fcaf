import { foldText } from "../lib/fold-text.ts"
import { parseCep, parseCnpj } from "./check-digits.ts"
import { currencyIn } from "./currencies.ts"
import { packTopicsIn, plainBeginning } from "./hints.ts"
import { addDays, holidaysOf } from "./holidays.ts"

/** A call that a question spells out clearly enough for a model that cannot think: the demonstration's. */
export interface SpelledCall {
  readonly operation: string
  readonly given: Readonly<Record<string, string | number>>
}

const months = "janeiro fevereiro marco abril maio junho julho agosto setembro outubro novembro dezembro".split(" ")

/** The call for a question, as far as its words tell. `today`: as `AAAA-MM-DD`. */
export function spelledCall(text: string, today: string): SpelledCall | undefined {
  const [topic] = packTopicsIn([text])
  const short = plainBeginning(text)
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
      const moeda = currencyIn(folded) ?? (/\b(dolar(es)?|dollars?)\b|\bus?\$/.test(folded) ? "USD" : undefined)
      if (moeda === undefined) return undefined
      const data = dayIn(folded, today, "past")
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
  const wanted = /\bsexta[- ]feira santa\b/.test(folded) ? "paixao de cristo" : folded
  const [year = today.slice(0, 4)] = /\b(19|20|21)\d{2}\b/.exec(folded) ?? []
  const dayOf = (of: number) => holidaysOf(of).find(({ name }) => wanted.includes(foldText(name)))?.date
  const day = dayOf(Number(year))
  return day !== undefined && day < today && !folded.includes(year) ? dayOf(Number(year) + 1) : day
}

/** A day that is named: `9 de julho`, `25/12`, `25/12/2027`. Without a year it is the next one, or the last one. */
function dayIn(folded: string, today: string, side: "next" | "past" = "next"): string | undefined {
  const words = /\b(\d{1,2})[oº]? de ([a-z]{4,9})(?: de (\d{4}))?/.exec(folded)
  const digits = /\b(\d{1,2})\/(\d{1,2})(?:\/(\d{4}))?\b/.exec(folded)
  const [day, month, year] = words
    ? [Number(words[1]), months.indexOf(words[2] ?? "") + 1, words[3]]
    : [Number(digits?.[1]), Number(digits?.[2]), digits?.[3]]
  if (!day || !month || day > 31 || month > 12) return undefined
  const end = `-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`
  const here = (year ?? today.slice(0, 4)) + end
  if (year !== undefined || here === today || here > today === (side === "next")) return here
  return String(Number(today.slice(0, 4)) + (side === "next" ? 1 : -1)) + end
}
