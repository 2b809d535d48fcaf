/** The characters that reading a text aloud is billed by: Unicode code points, so an emoji is one. */
export function charactersIn(text: string): number {
  let count = 0
  for (const _ of text) count += 1
  return count
}
