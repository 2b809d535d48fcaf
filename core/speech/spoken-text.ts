import { spokenFormula } from "./spoken-formula.ts"
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

/** A text without what its model thought aloud. */
function withoutReasoning(markdown: string): string {
  const [said = "", ...thoughts] = markdown.split("<think>")
  return said + thoughts.map((thought) => thought.split("</think>").slice(1).join("</think>")).join("")
}

/** The lines of a text, with one in the place of each block of code and of each formula that stands by itself. */
function withoutBlocks(markdown: string, words: SpokenWords): readonly string[] {
  const lines: string[] = []
  let fence: string | undefined
  let formula: string[] | undefined
  for (const line of withoutReasoning(markdown).split("\n")) {
    const mark = /^[ \t]{0,9}(?:>[ \t]?)*(```+|~~~+)[ \t]*(\w*)/.exec(line)
    if (fence !== undefined) {
      if (mark?.[1]?.startsWith(fence) === true && mark[2] === "") fence = undefined
      continue
    }
    if (mark?.[1] !== undefined) {
      fence = mark[1]
      lines.push(`${mark[2] === "mermaid" ? words.diagram : words.code}.`)
      continue
    }
    const isEnd = formula !== undefined && /(?:\$\$|\\\])[ \t]*$/.test(line)
    if (formula !== undefined) {
      formula.push(line.replace(/(?:\$\$|\\\])[ \t]*$/, ""))
      if (isEnd) lines.push(`${formulaWords(formula.join(" "), words)}.`)
      if (isEnd) formula = undefined
      continue
    }
    const opened = /^[ \t]*(?:\$\$|\\\[)(.*)$/.exec(line)
    const closed = opened?.[1] === undefined ? null : /^(.*?)(?:\$\$|\\\])[ \t]*$/.exec(opened[1])
    if (closed?.[1] !== undefined) lines.push(`${formulaWords(closed[1], words)}.`)
    else if (opened?.[1] !== undefined) formula = [opened[1]]
    else lines.push(line)
  }
  return formula === undefined ? lines : [...lines, `${words.formula}.`]
}

function formulaWords(tex: string, { formula, signs }: SpokenWords): string {
  return spokenFormula(tex, signs) ?? formula
}

function spokenLine(line: string, words: SpokenWords, locale: string): string {
  if (/^[\s:|-]*$/.test(line) || /^\s*(?:[-*_]\s*){3,}$/.test(line)) return ""
  // Code inside a line is said as it stands: what looks like a mark in it is none.
  const kept: string[] = []
  const keep = (said: string) => `\uE000${kept.push(said) - 1}\uE001`
  const bare = line
    .replace(/[\uE000\uE001]/g, "")
    .replace(/(`{1,3})([^`]{1,400})\1/g, (_, _marks, code: string) => keep(code.trim()))
    .replace(/\\\(([^\n]{1,300}?)\\\)/g, (_, tex: string) => formulaWords(tex, words))
    .replace(/\$\$([^$\n]{1,300})\$\$/g, (_, tex: string) => formulaWords(tex, words))
    .replace(/(?<![\p{L}\p{N}$])\$(?=[^\s$])([^$\n]{1,300})(?<=\S)\$(?![\p{L}\p{N}])/gu, (whole, tex: string) =>
      isPrice(tex) ? whole : formulaWords(tex, words),
    )
    .replace(/^\s{0,20}\|.*$/, (row) => `${row.trim().replace(/^\||\|$/g, "")}.`)
    .replace(/ ?\| ?/g, ", ")
    .replace(/<br ?\/?>/gi, " ")
    .replace(/<\/?[a-z][^<>]{0,100}>/gi, "")
    .replace(/\[\^[^[\]\s]{1,40}\]:?|【[^【】]{0,60}】|\[\d{1,3}\](?:\([^()[\]\n]*\))?/g, "")
    .replace(/!?\[([^[\]]*)\]\([^()[\]\n]*(?:\([^()\n]*\)[^()\n]*)?\)/g, "$1")
    .replace(/<?\bhttps?:\/\/[^\s<>()[\]"'`]+>?/gi, hostOf)
    .replace(/^\s*(?:(?:#{1,6}|>+|[-*+](?: \[[ xX]\])?) +)+/, "")
    .replace(/(?<!\w)[*_~]{1,3}(?=\S)|(?<=\S)[*_~]{1,3}(?!\w)|\*\*|~~/g, "")
    .replace(/\\([\\`*_{}[\]()#+\-.!|$~])/g, "$1")
    .replace(
      /\p{Extended_Pictographic}(?:\p{Emoji_Modifier}|\uFE0F|\u200D|\p{Extended_Pictographic})*|\p{Regional_Indicator}{2}|\uFE0F|\u20E3/gu,
      "",
    )
  const said = spokenMoney(bare, locale).replace(/\uE000(\d+)\uE001/g, (_, at: string) => kept[Number(at)] ?? "")
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

const scales = /^[ \u00A0](mil|milh(?:ão|ões)|bilh(?:ão|ões)|trilh(?:ão|ões))\b/u

const currencies: readonly (readonly [
  amount: RegExp,
  one: string,
  many: string,
  ofMany: string,
  cent: string,
  cents: string,
])[] = [
  [
    /(-?)R\$[ \u00A0]?(-?)(\d{1,3}(?:[.\u00A0 ]\d{3}){1,5}|\d{1,15})(?:,(\d{1,2}))?(?![\d.,]{0,20}\d)/gu,
    "real",
    "reais",
    "de reais",
    "centavo",
    "centavos",
  ],
  [
    /(-?)(?:US\$|U\$)[ \u00A0]?(-?)(\d{1,3}(?:[.\u00A0 ]\d{3}){1,5}|\d{1,15})(?:,(\d{1,2}))?(?![\d.,]{0,20}\d)/gu,
    "dólar",
    "dólares",
    "de dólares",
    "centavo",
    "centavos",
  ],
  [
    /(-?)€[ \u00A0]?(-?)(\d{1,3}(?:[.\u00A0 ]\d{3}){1,5}|\d{1,15})(?:,(\d{1,2}))?(?![\d.,]{0,20}\d)/gu,
    "euro",
    "euros",
    "de euros",
    "centavo",
    "centavos",
  ],
]

/** Amounts as they are said in Portuguese: many voices read "R$" letter by letter. Other languages keep the sign, which theirs know. */
function spokenMoney(line: string, locale: string): string {
  if (locale !== "pt") return line
  let said = line
  for (const [amount, one, many, ofMany, cent, cents] of currencies) {
    said = said.replace(
      amount,
      (
        whole,
        before: string,
        after: string,
        units: string,
        hundredths: string | undefined,
        at: number,
        text: string,
      ) => {
        const scale = scales.exec(text.slice(at + whole.length))?.[1]
        const minus = before === "-" || after === "-" ? "menos " : ""
        // "R$ 2,5 milhões": the words that follow say of what.
        if (scale !== undefined)
          return `${minus}${units}${hundredths === undefined ? "" : `,${hundredths}`}\uE002${scale === "mil" ? many : ofMany}\uE002`
        const small = hundredths === undefined ? 0 : Number(hundredths.padEnd(2, "0"))
        const whole_ = Number(units.replace(/\D/g, ""))
        const large = `${units} ${whole_ === 1 ? one : many}`
        const coins = `${small} ${small === 1 ? cent : cents}`
        if (small === 0) return minus + large
        return minus + (whole_ === 0 ? coins : `${large} e ${coins}`)
      },
    )
  }
  return said.replace(/\uE002([^\uE002]*)\uE002([ \u00A0]\p{L}+)/gu, "$2 $1")
}
