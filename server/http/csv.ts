/** A line of a CSV file: commas, quotes where needed, CRLF. */
export function csvLine(fields: readonly (string | number)[]): string {
  return `${fields.map(csvField).join(",")}\r\n`
}

/** A text that a spreadsheet would run as a formula is made harmless by an apostrophe; numbers are left alone. */
function csvField(value: string | number): string {
  if (typeof value === "number") return plain(value)
  const harmless = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

/** Never with an exponent, which a spreadsheet reads as a text or a rounded number. */
function plain(value: number): string {
  const text = String(value)
  return text.includes("e") ? value.toFixed(6) : text
}
