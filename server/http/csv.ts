/** How a file's fields and decimals are set apart. */
export interface CsvForm {
  readonly separator: "," | ";"
  readonly decimal: "." | ","
}

/** RFC 4180 and numbers as programs read them. */
export const plainCsv: CsvForm = { separator: ",", decimal: "." }

/** As spreadsheets read a file where 0,5 is written with a comma: there a comma cannot stand between fields. */
export const commaDecimalCsv: CsvForm = { separator: ";", decimal: "," }

/** A line of a CSV file: quotes where needed, CRLF. */
export function csvLine(fields: readonly (string | number)[], form = plainCsv): string {
  return `${fields.map((field) => csvField(field, form)).join(form.separator)}\r\n`
}

/** Characters that spreadsheets take for the beginning of a formula, also after blanks and in East Asian full width. */
const formula = /^(?:[\t\r\n]|\s*[=+\-@＝＋－＠])/

/** A text that a spreadsheet would run as a formula is made harmless by an apostrophe; numbers are left alone. */
function csvField(value: string | number, { decimal }: CsvForm): string {
  if (typeof value === "number") return plain(value).replace(".", decimal)
  const harmless = formula.test(value) ? `'${value}` : value
  return /[",;\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

/** Never with an exponent, which a spreadsheet reads as a text or a rounded number. */
function plain(value: number): string {
  const text = String(value)
  return text.includes("e") ? value.toFixed(6) : text
}
