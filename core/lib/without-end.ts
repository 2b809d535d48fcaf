/** A text without the characters at its end that `signs` takes one by one; in time linear to their number, which `[…]+$` is not. */
export function withoutEnd(text: string, signs: RegExp): string {
  let end = text.length
  while (end > 0 && signs.test(text.charAt(end - 1))) end -= 1
  return text.slice(0, end)
}
