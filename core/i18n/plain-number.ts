/**
 * Converts a typed number to the characters that a browser's number field accepts: digits of any script, a decimal
 * comma, a typographic minus. "0,7", "٠٫٧" and "০.৭" are 0.7, "1.234,5" is 1234.5. Text that is no number is returned
 * unchanged.
 */
export function plainNumber(text: string): string {
  const signs = text
    .normalize("NFKC")
    .replace(/\p{Nd}/gu, digitOf)
    .replace(/[\u2212\u2013]/g, "-")
    .replace("\u066b", ",")
  const isGrouped = signs.includes(",") && signs.includes(".")
  return (isGrouped && signs.lastIndexOf(",") > signs.lastIndexOf(".") ? signs.replaceAll(".", "") : signs).replace(
    ",",
    ".",
  )
}

/** Every script has its ten digits in a row, beginning with its zero (Unicode 4.6). */
function digitOf(sign: string): string {
  const point = sign.codePointAt(0) ?? 0
  let zero = point
  while (point - zero < 9 && /^\p{Nd}$/u.test(String.fromCodePoint(zero - 1))) zero -= 1
  return String(point - zero)
}
