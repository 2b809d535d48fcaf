import { currentLocale } from "../../../platform/language.ts"
import { languageTag } from "#core/i18n/locale.ts"

/** "1,2 MB", in the interface's language. */
export function presentSize(bytes: number): string {
  const [unit, divisor] = bytes < 1_000_000 ? (["kilobyte", 1_000] as const) : (["megabyte", 1_000_000] as const)
  const amount = Math.max(bytes / divisor, 0.1)
  const maximumFractionDigits = amount < 10 ? 1 : 0
  const format = new Intl.NumberFormat(languageTag(currentLocale()), { style: "unit", unit, maximumFractionDigits })
  return format.format(amount)
}

/** "500.000", in the interface's language. */
export function presentCount(count: number): string {
  return count.toLocaleString(languageTag(currentLocale()))
}
