/**
 * Whether a word may be a misspelling of another one or of its beginning: one letter wrong, missing, too many or
 * swapped in words of 4 to 7 letters, two from 8 letters on. Shorter words are too similar to each other.
 */
export function isSimilar(asked: string, word: string): boolean {
  const most = asked.length < 4 ? 0 : asked.length < 8 ? 1 : 2
  if (most === 0 || word.length < asked.length - most) return false
  return prefixDistance(asked, word.slice(0, asked.length + most), most) <= most
}

/** The fewest edits that make `asked` a beginning of `word`, up to `most`; a larger number means "more". */
function prefixDistance(asked: string, word: string, most: number): number {
  let before: number[] = []
  let row = Array.from({ length: word.length + 1 }, (_, column) => column)
  for (let at = 1; at <= asked.length; at++) {
    const next = [at]
    let least = at
    for (let column = 1; column <= word.length; column++) {
      const same = asked[at - 1] === word[column - 1]
      let cost = Math.min((row[column - 1] ?? 0) + (same ? 0 : 1), (row[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1)
      if (at > 1 && column > 1 && asked[at - 1] === word[column - 2] && asked[at - 2] === word[column - 1]) {
        cost = Math.min(cost, (before[column - 2] ?? 0) + 1)
      }
      next.push(cost)
      least = Math.min(least, cost)
    }
    if (least > most) return least
    before = row
    row = next
  }
  return Math.min(...row)
}
