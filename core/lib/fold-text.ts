/** A cache from each letter to its form without case and accents. */
const folded = new Map<string, string>()

/** Letters that Unicode does not decompose, as people write them without their sign. */
const plainLetters = new Map(
  Object.entries({ ß: "ss", æ: "ae", œ: "oe", ø: "o", đ: "d", ð: "d", ł: "l", ı: "i", ħ: "h", þ: "th" }),
)

/**
 * Accents, the vowel points of Arabic and Hebrew, and Thai's marks: a search ignores them. In Bengali and related
 * scripts such a mark is a letter: "কি" is not "কা".
 */
const accent = /(?=\p{M})[\p{Script=Inherited}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Thai}]/gu

/**
 * Folds a text for comparison in a search: lower case, no accents, one form for letters that Unicode writes in several
 * ways.
 */
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
