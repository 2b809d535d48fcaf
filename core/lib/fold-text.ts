/** Letters by the letter they are without case and accents; filled as they are met. */
const folded = new Map<string, string>()

/** A text as it is compared in a search: small letters, no accents, one form for letters that Unicode writes in several ways. */
export function foldText(text: string): string {
  return text.toLowerCase().replace(/[^\0-\x7f]/g, foldLetter)
}

function foldLetter(letter: string): string {
  const known = folded.get(letter)
  if (known !== undefined) return known
  const plain = letter.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase()
  folded.set(letter, plain)
  return plain
}
