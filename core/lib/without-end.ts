/**
 * Removes the characters that `signs` matches from the end of a text, one by one. It takes time linear to their number,
 * which `[…]+$` does not.
 */
export function withoutEnd(text: string, signs: RegExp): string {
  let end = text.length
  while (end > 0 && signs.test(text.charAt(end - 1))) end -= 1
  return text.slice(0, end)
}
