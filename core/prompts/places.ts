/**
 * A place to fill in in a prompt: `[recipient]` or `{{recipient}}`; `{{tone:formal|light}}` offers choices. Positions are in
 * UTF-16 units.
 */
export interface Place {
  readonly start: number
  readonly end: number
  /** As it stands in the text. */
  readonly raw: string
  readonly name: string
  readonly choices: readonly string[]
}

// A box to tick, a link and a reference are Markdown, not places.
const pattern = /\[(?![ xX]?\])([^[\]\n]{1,80})\](?![(:[])|\{\{([^{}\n]{1,80})\}\}/g

/** The places in a text, in their order. */
export function placesIn(text: string): readonly Place[] {
  return [...text.matchAll(pattern)].map((match) => {
    const [raw, inBrackets, inBraces] = match
    const [name = "", choices = ""] = splitOnce(inBraces ?? inBrackets ?? "", inBraces === undefined ? undefined : ":")
    return {
      start: match.index,
      end: match.index + raw.length,
      raw,
      name: name.trim(),
      choices: choices
        .split("|")
        .map((choice) => choice.trim())
        .filter((choice) => choice !== ""),
    }
  })
}

function splitOnce(text: string, sign: string | undefined): readonly string[] {
  const at = sign === undefined ? -1 : text.indexOf(sign)
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)]
}

/** The places to fill in, each once: those that are written alike are filled together. */
export function distinctPlaces(text: string): readonly Place[] {
  const seen = new Set<string>()
  return placesIn(text).filter(({ raw }) => !seen.has(raw) && seen.add(raw))
}

/** The text with a place, and those written like it, filled. */
export function fillPlaces(text: string, raw: string, value: string): string {
  return placesIn(text).reduceRight(
    (filled, place) => (place.raw === raw ? filled.slice(0, place.start) + value + filled.slice(place.end) : filled),
    text,
  )
}

/** The names under which a prompt asks for the day and the hour. */
const moments = { data: "date", date: "date", fecha: "date", hora: "time", time: "time" } as const

/** The text with the day and the hour filled in where it asks for them: `{{data}}`, `{{hora}}`. */
export function fillMoments(text: string, now: { readonly date: string; readonly time: string }): string {
  return text.replace(/\{\{\s{0,9}(\p{L}{1,20})\s{0,9}\}\}/gu, (raw, name: string) => {
    const moment = Object.hasOwn(moments, name.toLowerCase())
      ? moments[name.toLowerCase() as keyof typeof moments]
      : undefined
    return moment === undefined ? raw : now[moment]
  })
}
