/** Letters of the scripts that run from right to left: Hebrew, Arabic and its relatives, Thaana, N'Ko, Adlam. */
const rightToLeft =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u

/**
 * The direction of a list, a quotation or a table, from its first letter, as `dir="auto"` has it. That one skips what is
 * inside elements with a direction of their own, and so would see nothing of a list of such paragraphs.
 */
export function readingDirection(text: string): "rtl" | undefined {
  const letter = /\p{L}/u.exec(text.slice(0, 500))?.[0]
  return letter !== undefined && rightToLeft.test(letter) ? "rtl" : undefined
}
