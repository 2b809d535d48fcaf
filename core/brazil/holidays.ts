import { dayMs } from "../lib/days.ts"
/*
 * Holidays of all of Brazil, computed: services of the web mark days as national that are not (Carnival, Corpus Christi) and
 * know no state's. A day is written `AAAA-MM-DD`; nothing here has a time zone.
 */

export interface Holiday {
  readonly date: string
  readonly name: string
  /** A day on which most do not work by custom, and which no national law makes a holiday. */
  readonly isOptional: boolean
}

/** The first and the last year for which holidays are computed: nobody asks about others. */
const years = { first: 1900, last: 2199 } as const

const fixed = [
  ["01-01", "Confraternização Universal", 0],
  ["04-21", "Tiradentes", 0],
  ["05-01", "Dia do Trabalho", 0],
  ["09-07", "Independência do Brasil", 0],
  ["10-12", "Nossa Senhora Aparecida", 1980],
  ["11-02", "Finados", 0],
  ["11-15", "Proclamação da República", 0],
  // Law 14.759 of 2023.
  ["11-20", "Dia Nacional de Zumbi e da Consciência Negra", 2024],
  ["12-25", "Natal", 0],
] as const

/** Days around Easter Sunday. */
const movable = [
  [-48, "Carnaval (segunda-feira)", true],
  [-47, "Carnaval", true],
  [-46, "Quarta-feira de Cinzas (até as 14 h)", true],
  [-2, "Paixão de Cristo", false],
  [60, "Corpus Christi", true],
] as const

/** The national holidays of a year and its optional days, in order; none where the year cannot be told. */
export function holidaysOf(year: number): readonly Holiday[] {
  if (!Number.isInteger(year) || year < years.first || year > years.last) return []
  const easter = easterOf(year)
  return [
    ...fixed.flatMap(([day, name, since]): Holiday[] =>
      year >= since ? [{ date: `${year}-${day}`, name, isOptional: false }] : [],
    ),
    ...movable.map(([days, name, isOptional]): Holiday => ({ date: addDays(easter, days), name, isOptional })),
  ].toSorted((a, b) => a.date.localeCompare(b.date))
}

/** The next holidays from a day on, itself included. */
export function nextHolidays(from: string, count: number): readonly Holiday[] {
  const year = Number(from.slice(0, 4))
  return [year, year + 1]
    .flatMap(holidaysOf)
    .filter(({ date, isOptional }) => date >= from && !isOptional)
    .slice(0, count)
}

/** Easter Sunday by the Gregorian calendar (Meeus, Jones, Butcher). */
function easterOf(year: number): string {
  const a = year % 19
  const b = Math.floor(year / 100)
  const c = year % 100
  const d = Math.floor(b / 4)
  const e = b % 4
  const f = Math.floor((b + 8) / 25)
  const g = Math.floor((b - f + 1) / 3)
  const h = (19 * a + b - d - g + 15) % 30
  const i = Math.floor(c / 4)
  const k = c % 4
  const l = (32 + 2 * e + 2 * i - h - k) % 7
  const m = Math.floor((a + 11 * h + 22 * l) / 451)
  const month = Math.floor((h + l - 7 * m + 114) / 31)
  const day = ((h + l - 7 * m + 114) % 31) + 1
  return `${year}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`
}

/** Tells whether a text is a day that exists. */
export function isDay(text: string): boolean {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN
  return !Number.isNaN(time) && dayOf(time) === text
}

function dayOf(time: number): string {
  const days = Math.floor(time / dayMs)
  // From the number of days since 1970 (Howard Hinnant, chrono-compatible low-level date algorithms).
  const z = days + 719_468
  const era = Math.floor(z / 146_097)
  const doe = z - era * 146_097
  const yoe = Math.floor((doe - Math.floor(doe / 1_460) + Math.floor(doe / 36_524) - Math.floor(doe / 146_096)) / 365)
  const doy = doe - (365 * yoe + Math.floor(yoe / 4) - Math.floor(yoe / 100))
  const mp = Math.floor((5 * doy + 2) / 153)
  const day = doy - Math.floor((153 * mp + 2) / 5) + 1
  const month = mp < 10 ? mp + 3 : mp - 9
  const year = yoe + era * 400 + (month <= 2 ? 1 : 0)
  return `${year}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`
}

export function addDays(day: string, count: number): string {
  return dayOf(Date.parse(`${day}T00:00:00Z`) + count * dayMs)
}

const weekdays = [
  "domingo",
  "segunda-feira",
  "terça-feira",
  "quarta-feira",
  "quinta-feira",
  "sexta-feira",
  "sábado",
] as const

export function weekdayOf(day: string): (typeof weekdays)[number] {
  const days = Math.floor(Date.parse(`${day}T00:00:00Z`) / dayMs)
  return weekdays[(((days + 4) % 7) + 7) % 7] ?? "domingo"
}

/** Tells whether a day is neither at the weekend nor a national holiday. Optional days count as working days. */
export function isBusinessDay(day: string): boolean {
  if (weekdayOf(day) === "sábado" || weekdayOf(day) === "domingo") return false
  return !holidaysOf(Number(day.slice(0, 4))).some(({ date, isOptional }) => date === day && !isOptional)
}

/** The largest number of days that is counted through. */
const longestSpan = 20_000

/** Counts the business days from a day to another, both included; returns undefined where that is too far. */
export function businessDaysBetween(from: string, to: string): number | undefined {
  let count = 0
  let steps = 0
  for (let day = from; day <= to; day = addDays(day, 1)) {
    if (++steps > longestSpan) return undefined
    if (isBusinessDay(day)) count++
  }
  return count
}

/** The day that is so many business days after (or, negative, before) another. */
export function addBusinessDays(from: string, count: number): string | undefined {
  if (!Number.isInteger(count) || Math.abs(count) > 5_000) return undefined
  let day = from
  for (let left = Math.abs(count); left > 0;) {
    day = addDays(day, Math.sign(count))
    if (isBusinessDay(day)) left--
  }
  return day
}

/** `27/11/2026` */
export function writtenDay(day: string): string {
  return `${day.slice(8, 10)}/${day.slice(5, 7)}/${day.slice(0, 4)}`
}
