/**
 * A number as it was typed, in the signs a browser's number field takes: digits of any script, a decimal comma, a minus sign
 * as it is printed. "0,7", "٠٫٧" and "০.৭" are 0.7, "1.234,5" is 1234.5. What is no number comes back as it is.
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

/** Decimal digits stand in tens, each script's zero first (Unicode 4.6). */
function digitOf(sign: string): string {
  const point = sign.codePointAt(0) ?? 0
  let zero = point
  while (point - zero < 9 && /^\p{Nd}$/u.test(String.fromCodePoint(zero - 1))) zero -= 1
  return String(point - zero)
}
