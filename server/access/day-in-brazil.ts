const format = new Intl.DateTimeFormat("en-CA", { timeZone: "America/Sao_Paulo" })

/** The calendar day in São Paulo at an instant (epoch ms), as YYYY-MM-DD: the day of daily grants and limits. */
export function dayInBrazil(at: number): string {
  return format.format(at)
}
