import { decodeEntities } from "../lib/html-entities.ts"
import { formulaWords, withoutBlocks } from "./spoken-blocks.ts"
import { spokenMoney } from "./spoken-money.ts"
import type { SpokenWords } from "./spoken-words.ts"

/**
 * The words of an answer as they are read aloud: what is drawn is named, tables are read row by row, links by their text and
 * bare addresses by their host, amounts as amounts; no marks of Markdown, emoji or citations. A line is a sentence or more.
 *
 * No pattern looks far beyond its line or over another bracket: a text may hold nothing else.
 */
export function spokenText(markdown: string, words: SpokenWords, locale: string): string {
  return withoutBlocks(markdown, words)
    .map((line) => spokenLine(line, words, locale))
    .filter((line) => /[\p{L}\p{N}]/u.test(line))
    .join("\n")
}

const tagNames: ReadonlySet<string> = new Set(
  (
    "a abbr b big blockquote center cite code del details div em figcaption figure font h1 h2 h3 h4 h5 h6 hr i img ins kbd li " +
    "mark ol p pre q s samp small span strike strong sub summary sup table tbody td tfoot th thead tr u ul var"
  ).split(" "),
)

/** Drops a mark of HTML that an answer may hold, and nothing else: "x<y e y>z" has none, nor has "a<b e b>c". */
function withoutTag(mark: string, name: string, rest = ""): string {
  return tagNames.has(name.toLowerCase()) && (rest.includes("=") || /^[\s/]*$/.test(rest)) ? "" : mark
}

/** A link, or a picture, with its address behind it. */
const linked = /!?\[([^[\]]*)\]\([^()[\]\n]*(?:\([^()\n]*\)[^()\n]*)?\)/g

/** The address of a link that is named elsewhere: "[1]: https://…". A note of the foot's, "[^1]: …", has words. */
const linkDefinition = /^\s{0,20}\[(?!\^)[^[\]]{1,100}\]:\s{0,20}<?(?:[a-z][a-z0-9+.-]{1,20}:\/\/|mailto:|\/|#)/i

function spokenLine(line: string, words: SpokenWords, locale: string): string {
  if (/^[\s:|-]*$/.test(line) || /^\s*(?:[-*_]\s*){3,}$/.test(line) || linkDefinition.test(line)) return ""
  // Code inside a line is said as it stands: what looks like a mark in it is none.
  const kept: string[] = []
  const keep = (said: string) => `\uE000${kept.push(said) - 1}\uE001`
  const bare = line
    .replace(/[\uE000\uE001]/g, "")
    .replace(/(`{1,3})([^`]{1,400})\1/g, (_, _marks, code: string) => keep(code.trim()))
    .replace(/\\\(([^\n]{1,300}?)\\\)/g, (_, tex: string) => formulaWords(tex, words))
    .replace(/\\\[([^\n]{1,300}?)\\\]/g, (_, tex: string) => formulaWords(tex, words))
    .replace(/\$\$([^$\n]{1,300})\$\$/g, (_, tex: string) => formulaWords(tex, words))
    .replace(/(?<![\p{L}\p{N}$])\$(?=[^\s$])([^$\n]{1,300})(?<=\S)\$(?![\p{L}\p{N}])/gu, (whole, tex: string) =>
      isPrice(tex) ? whole : formulaWords(tex, words),
    )
    // A cell without words is not read.
    .replace(/^\s{0,20}\|.*$/, (row) => {
      const filled = row.trim().replace(/(?<!\\)\|(?:\s*\|)+/g, "|")
      return `${filled.replace(/^\||\|$/g, "")}.`
    })
    .replace(/ ?(?<!\\)\| ?/g, ", ")
    .replace(/<!--(?:(?!-->).){0,400}-->/g, "")
    .replace(/<br ?\/?>/gi, " ")
    .replace(/<\/?([a-z][a-z0-9]{0,10})(\s[^<>]{0,200}|\/)?>/gi, withoutTag)
    .replace(/(?<![\p{L}\p{N}\]])!?\[(?![\d^])([^[\]]{1,400})\]\[[^[\]]{0,100}\]/gu, "$1")
    .replace(/\[\^[^[\]\s]{1,40}\]:?|【[^【】†]{0,40}†[^【】]{0,60}】|\[\d{1,3}\](?:\([^()[\]\n]*\))?/g, "")
    // A picture may be what a link shows.
    .replace(linked, "$1")
    .replace(linked, "$1")
    .replace(/<?\bhttps?:\/\/[^\s<>()[\]"'`]+>?/gi, hostOf)
    .replace(/^(\s{0,20}#{1,6} .*\S)\s{1,20}#{1,20}\s*$/, "$1")
    .replace(/^\s*(?:(?:#{1,6}|>+|[-*+](?: \[[ xX]\])?) +)+/, "")
    .replace(/(\*\*|~~)(?=\S)([^*~\n]{1,400}?)(?<=\S)\1/g, "$2")
    .replace(/(?<![\w*_])(?:[*_]{1,3}|~~)(?=\S)|(?<=\S)(?:[*_]{1,3}|~~)(?![\w*_])/g, "")
    .replace(/(?<![\p{L}\p{N}~])~ ?(?=\d|(?:R|US?)\$|[€$])/gu, `${words.signs.about} `)
    .replace(/\\([\\`*_{}[\]()#+\-.!|$~])/g, "$1")
    .replace(
      /\p{Extended_Pictographic}(?:\p{Emoji_Modifier}|\uFE0F|\u200D|\p{Extended_Pictographic})*|\p{Regional_Indicator}{2}|\uFE0F|\u20E3/gu,
      "",
    )
  const said = spokenMoney(decodeEntities(bare), locale).replace(
    /\uE000(\d+)\uE001/g,
    (_, at: string) => kept[Number(at)] ?? "",
  )
  return said
    .replace(/[ \t\u00A0]+/g, " ")
    .replace(/ (?=[.,;:!?](?: |$))/g, "")
    .trim()
}

/** The host of a bare address, without what stands around it; the signs that end its sentence stay. */
function hostOf(bare: string): string {
  const address = bare.replace(/^<|>$/g, "")
  let end = address.length
  while (".,;:!?".includes(address.charAt(end - 1))) end -= 1
  const [host = ""] = address.slice(address.indexOf("//") + 2, end).split(/[/?#]/)
  return host.replace(/^www\./i, "") + address.slice(end)
}

/** Two prices in a line are no formula: "$5 a $10". */
function isPrice(tex: string): boolean {
  return /^\d[\d.,]*(?:\s+\p{L}|$)/u.test(tex)
}
