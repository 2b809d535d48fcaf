/** Letters by the letter they are without case and accents; filled as they are met. */
const folded = new Map<string, string>()

/** Letters that Unicode does not take apart, as people write them without their sign. */
const plainLetters = new Map(
  Object.entries({ ß: "ss", æ: "ae", œ: "oe", ø: "o", đ: "d", ð: "d", ł: "l", ı: "i", ħ: "h", þ: "th" }),
)

/**
 * Accents, the vowel points of Arabic and Hebrew, and Thai's marks, which a search would take for words: there each character
 * is one. In Bengali and its relations such a mark is a letter: "কি" is not "কা".
 */
const accent = /(?=\p{M})[\p{Script=Inherited}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Thai}]/gu

/** A text as it is compared in a search: small letters, no accents, one form for letters that Unicode writes in several ways. */
export function foldText(text: string): string {
  return text.toLowerCase().replace(/[^\0-\x7f]/g, foldLetter)
}

function foldLetter(letter: string): string {
  const known = folded.get(letter)
  if (known !== undefined) return known
  const bare = letter.normalize("NFKD").replace(accent, "").toLowerCase()
  const plain = plainLetters.get(bare) ?? bare
  folded.set(letter, plain)
  return plain
}
