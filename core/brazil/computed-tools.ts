import { textOf, type JsonObject } from "../lib/fields.ts"
import {
  addBusinessDays,
  businessDaysBetween,
  holidaysOf,
  isBusinessDay,
  isDay,
  nextHolidays,
  weekdayOf,
  writtenDay,
} from "./holidays.ts"

/** An operation of the pack that asks nobody. */
export interface ComputedTool {
  readonly name: "feriados" | "diasUteis"
  readonly description: string
  readonly parameters: JsonObject
  /** `today`: as `AAAA-MM-DD`. Throws where what was given is no day. */
  readonly compute: (given: JsonObject, today: string) => string
}

const day = { type: "string", pattern: String.raw`^\d{4}-\d{2}-\d{2}$` }
const limits =
  "Só feriados nacionais: os de estados e municípios (como 9 de julho em SP ou 25 de janeiro na capital paulista) não estão aqui."

export const computedTools: readonly ComputedTool[] = [
  {
    name: "feriados",
    description:
      "Feriados nacionais do Brasil e pontos facultativos: de um ano, ou se um dia é feriado, ou, sem argumentos, os próximos. Não conhece feriados estaduais e municipais.",
    parameters: {
      type: "object",
      properties: { ano: { type: "integer", minimum: 1900, maximum: 2199 }, data: day },
    },
    compute(given, today) {
      const data = textOf(given["data"])
      if (data !== undefined) return aboutDay(dayOf(data))
      const ano = given["ano"]
      if (ano === undefined || ano === null) {
        const list = nextHolidays(today, 5).map(({ date, name }) => `${written(date)}: ${name}`)
        const [first = ""] = list
        return `Resumo: o próximo feriado nacional é ${first}. ${limits}\nHoje: ${written(today)}.\nPróximos: ${list.join("; ")}.\nFonte: calculado pela Prosa.`
      }
      const year = Number(ano)
      const all = holidaysOf(year)
      if (all.length === 0) throw new Error("o ano precisa estar entre 1900 e 2199")
      const list = (isOptional: boolean) =>
        all
          .filter((one) => one.isOptional === isOptional)
          .map(({ date, name }) => `${written(date)}: ${name}`)
          .join("; ")
      return `Feriados nacionais de ${year}: ${list(false)}.\nPontos facultativos, que não são feriado nacional: ${list(true)}.\n${limits}\nFonte: calculado pela Prosa.`
    },
  },
  {
    name: "diasUteis",
    description:
      "Conta dias úteis no Brasil (segunda a sexta, sem feriados nacionais) entre duas datas, as duas incluídas, ou diz que dia cai tantos dias úteis depois (ou antes, se negativo) de uma data.",
    parameters: {
      type: "object",
      properties: { de: day, ate: day, dias: { type: "integer", minimum: -5_000, maximum: 5_000 } },
      required: ["de"],
    },
    compute(given) {
      const from = dayOf(textOf(given["de"]) ?? "")
      const count = countOf(given["dias"])
      const end =
        "Pontos facultativos contam como úteis; feriados estaduais e municipais não são conhecidos.\nFonte: calculado pela Prosa."
      if (count !== undefined) {
        const there = addBusinessDays(from, count)
        if (there === undefined || !isKnownYear(there)) throw new Error("são dias demais para contar")
        const way = count < 0 ? "antes" : "depois"
        return `Resumo: ${Math.abs(count)} dias úteis ${way} de ${written(from)} é ${written(there)}.\n${end}`
      }
      // The days between two dates are the same whichever is named first.
      const [first = from, last = from] = [from, dayOf(textOf(given["ate"]) ?? "")].toSorted()
      const days = businessDaysBetween(first, last)
      if (days === undefined) throw new Error("são dias demais para contar")
      return `Resumo: de ${written(first)} a ${written(last)}, com as duas datas, há ${days} dias úteis.\n${end}`
    },
  },
]

function aboutDay(date: string): string {
  const found = holidaysOf(Number(date.slice(0, 4))).find((one) => one.date === date)
  const what =
    found === undefined
      ? `não é feriado nacional${isBusinessDay(date) ? "; é dia útil" : "; é fim de semana"}`
      : found.isOptional
        ? `é ponto facultativo (${found.name}), não feriado nacional`
        : `é feriado nacional: ${found.name}`
  return `Resumo: ${written(date)} ${what}. ${limits}\nFonte: calculado pela Prosa.`
}

function dayOf(text: string): string {
  if (!isDay(text)) throw new Error("a data precisa ser um dia que existe, como 2026-11-27")
  if (!isKnownYear(text)) throw new Error("a data precisa estar entre 1900 e 2199")
  return text
}

function isKnownYear(day: string): boolean {
  return holidaysOf(Number(day.slice(0, 4))).length > 0
}

/** A number of days; models write some as text. Undefined where none is given. */
function countOf(given: unknown): number | undefined {
  if (given === undefined || given === null || given === "") return undefined
  const count = typeof given === "string" && /^\s*-?\d{1,6}\s*$/.test(given) ? Number(given) : given
  if (typeof count !== "number" || !Number.isInteger(count)) throw new Error("dias precisa ser um número inteiro")
  return count
}

function written(date: string): string {
  return `${writtenDay(date)} (${weekdayOf(date)})`
}
