const named: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: "\u{a0}",
  hellip: "…",
  mdash: "—",
  ndash: "–",
  laquo: "«",
  raquo: "»",
  copy: "©",
  reg: "®",
  euro: "€",
  deg: "°",
  times: "×",
  middot: "·",
  bull: "•",
  lsquo: "‘",
  rsquo: "’",
  ldquo: "“",
  rdquo: "”",
}

/** The signs of the letters of our languages, as `&ccedil;` names them. */
const accents: Readonly<Record<string, string>> = {
  acute: "\u{301}",
  grave: "\u{300}",
  circ: "\u{302}",
  tilde: "\u{303}",
  uml: "\u{308}",
  cedil: "\u{327}",
}

/** The signs that a text of HTML names: "&amp;", "&ccedil;", "&#231;"; a name nobody knows stays as it stands. */
export function decodeEntities(text: string): string {
  if (!text.includes("&")) return text
  return text.replace(/&(#x?[\da-fA-F]{1,6}|\w{2,12});/g, (whole, body: string) => {
    if (body.startsWith("#")) {
      const code = /^#x/i.test(body) ? Number.parseInt(body.slice(2), 16) : Number.parseInt(body.slice(1), 10)
      return code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff)
        ? String.fromCodePoint(code)
        : "\u{fffd}"
    }
    const sign = body.toLowerCase()
    if (Object.hasOwn(named, sign)) return named[sign] ?? whole
    const [, letter = "", accent = ""] = /^([a-zA-Z])(acute|grave|circ|tilde|uml|cedil)$/.exec(body) ?? []
    return letter === "" ? whole : (letter + (accents[accent] ?? "")).normalize("NFC")
  })
}
