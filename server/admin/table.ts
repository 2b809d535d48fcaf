/** Columns aligned by spaces; numbers to the right. */
export function table(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const cells = [head, ...rows].map((row) => row.map(String))
  const widths = head.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)))
  const isNumber = head.map((_, column) => rows.length > 0 && rows.every((row) => typeof row[column] === "number"))
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) => (isNumber[column] ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0)))
      .join("  ")
      .trimEnd()
  return cells.map(line).join("\n")
}

/** "name  value" lines, the values aligned. */
export function facts(pairs: readonly (readonly [string, string | number])[]): string {
  const width = Math.max(...pairs.map(([name]) => name.length))
  return pairs.map(([name, value]) => `${name.padEnd(width)}  ${value}`).join("\n")
}

/** An amount in reais as text: at least 2 decimals, at most 6, never an exponent. */
export function reais(amount: number): string {
  return `R$ ${amount.toFixed(6).replace(/0{1,4}$/, "")}`
}
