/** The longest shown name in characters, and how many of them are taken from its end, where the extension is. */
const longest = 120
const ending = 30

/**
 * A file's name as the page shows it and as a model reads it: on one line, shortened, and without the direction marks
 * by which a program's name can look like a picture's.
 */
export function presentableFileName(name: string): string {
  const letters = [
    ...name
      .replace(/[\s\p{Cc}[\]]+/gu, " ")
      .replace(turning, "")
      .trim(),
  ]
  if (letters.length === 0) return "arquivo"
  if (letters.length <= longest) return letters.join("")
  return `${letters.slice(0, longest - ending - 1).join("")}…${letters.slice(-ending).join("")}`
}

/** Direction marks and other invisible characters. */
const turning = /[\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g
