/** Longest name, in characters, and how many of them are its end: there stands what kind of file it is. */
const longest = 120
const ending = 30

/**
 * A file's name as it is shown, and told to a model: on one line, no longer than one, and without the marks that turn
 * letters around, by which a program can look like a picture.
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

/** The marks of direction, and what is invisible besides. */
const turning = /[\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g
