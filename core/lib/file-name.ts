/** Longest file name, in characters; with its ending it fits everywhere. */
const longestName = 80
const reserved = /^(con|prn|aux|nul|com\d|lpt\d)$/i

/** A title as the name of a file, on any system; `otherwise` is the name of one that has no letters, and precedes one that Windows keeps for itself. */
export function fileName(title: string, ending: string, otherwise = "prosa"): string {
  const letters = [
    ...title
      .normalize("NFC")
      .replace(/[\p{Cc}\p{Cf}<>:"/\\|?*]+/gu, " ")
      .replace(/\s+/g, " "),
  ]
  const name = trimmed(letters.slice(0, longestName))
  return `${name === "" || reserved.test(name) ? `${otherwise} ${name}`.trim() : name}.${ending}`
}

/** Without the spaces and dots around it, with which some systems take no name. */
function trimmed(letters: readonly string[]): string {
  const isKept = (letter: string) => letter !== " " && letter !== "."
  return letters.slice(Math.max(0, letters.findIndex(isKept)), letters.findLastIndex(isKept) + 1).join("")
}
