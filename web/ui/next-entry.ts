/**
 * The entry of a menu to which a key leads: arrows go on, and around at the ends; Home and End lead to the ends; a letter
 * to the next entry that begins with it.
 * @param at the entry that has the focus; -1: none has
 * @returns undefined where the key leads nowhere
 */
export function nextEntry(key: string, texts: readonly string[], at: number): number | undefined {
  const count = texts.length
  if (count === 0) return undefined
  if (key === "ArrowDown") return (at + 1) % count
  if (key === "ArrowUp") return at <= 0 ? count - 1 : at - 1
  if (key === "Home") return 0
  if (key === "End") return count - 1
  if (key.length !== 1 || key === " ") return undefined
  const letter = key.toLowerCase()
  const order = texts.map((_, step) => (at + 1 + step) % count)
  return order.find((index) => texts[index]?.toLowerCase().startsWith(letter))
}
