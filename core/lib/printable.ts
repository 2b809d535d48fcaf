/*
 * Words of strangers where an operator reads them: control characters and invisible ones can move a terminal's cursor, rewrite what
 * stands above, set its title, or turn the order of a line.
 */

const commanding = /[\p{Cc}\p{Cf}]/gu

/** A text for a terminal: what would command it is replaced, except the ends of lines and tabs. */
export function printable(text: string): string {
  return text.replace(commanding, (found) => (found === "\n" || found === "\t" ? found : "\ufffd"))
}

/** JSON text with the same characters escaped, so that it says the same and commands nothing. */
export function printableJson(json: string): string {
  return json.replace(commanding, (found) => (found === "\n" || found === "\t" ? found : escaped(found)))
}

function escaped(character: string): string {
  return Array.from({ length: character.length }, (_, at) => {
    return `\\u${character.charCodeAt(at).toString(16).padStart(4, "0")}`
  }).join("")
}
