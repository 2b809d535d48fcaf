/**
 * Joins two texts of one language as its writers would: the first gets a full stop where it has none, and no space
 * follows the full-width stops of Chinese and Japanese. A second text that the first already contains is left out.
 */
export function joinSentences(first: string, second: string): string {
  if (first.includes(second)) return first
  const said = first.trim()
  if (/[。！？：]$/.test(said)) return said + second
  if (/[.!?…:؟।]$/.test(said)) return `${said} ${second}`
  return said + stopLike(second) + second
}

/** The full stop of the script that a sentence ends in. */
function stopLike(sentence: string): string {
  if (/[。！？]$/.test(sentence)) return "。"
  return /[।]$/.test(sentence) ? "। " : ". "
}
