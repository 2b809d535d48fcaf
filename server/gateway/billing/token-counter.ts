/**
 * A run of letters, of signs, of blanks, or of slashes and line ends is one word to the vocabulary, and the time to count a word grows with the square
 * of its length: fifty thousand ideographs in a row took nine seconds, in which nobody was answered.
 */
const longRun = /([\p{L}\p{M}]{100}|[^\s\p{L}\p{N}]{100}|\s{100}|[\r\n/]{100})/u

/**
 * Counts tokens by OpenAI's vocabulary (o200k); other providers' counts come close. A word of more than 100 letters is
 * counted in pieces, which makes it a token or so more for each. Loaded when first needed: it is 2 MB.
 */
export async function loadTokenCounter(): Promise<(text: string) => number> {
  const { countTokens, setMergeCacheSize } = await import("gpt-tokenizer/encoding/o200k_base")
  // Once its memory of words is full, each new word costs a walk past all that were forgotten: eight times the work.
  setMergeCacheSize(0)
  return (text) =>
    text
      .split(longRun)
      .reduce((sum, piece) => (piece === "" ? sum : sum + countTokens(piece, { allowedSpecial: "all" })), 0)
}
