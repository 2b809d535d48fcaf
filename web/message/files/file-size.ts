import { currentLocale } from "../../platform/language/language.ts"
import { languageTag } from "#core/i18n/locale.ts"

const megabyte = 1_024 * 1_024

/** "1,2 MB", in the interface's language. */
export function formatSize(bytes: number): string {
  const [unit, divisor] = bytes < megabyte ? (["kilobyte", 1_024] as const) : (["megabyte", megabyte] as const)
  const amount = Math.max(bytes / divisor, 0.1)
  const maximumFractionDigits = amount < 10 ? 1 : 0
  const format = new Intl.NumberFormat(languageTag(currentLocale()), { style: "unit", unit, maximumFractionDigits })
  return format.format(amount)
}

/** "500.000", in the interface's language. */
export function formatCount(count: number): string {
  return count.toLocaleString(languageTag(currentLocale()))
}
