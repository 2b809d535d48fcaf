import { decodeEntities } from "../lib/html-entities.ts"

/*
 * The HTML of another program as Markdown. The text is read sign by sign and becomes text again: nothing of it is ever put into a
 * page, and a tag that is not known leaves only what stands between its ends.
 */

/** Longest text that is taken apart, in characters; of a longer one the beginning is. */
const longest = 2_000_000

const skipped: ReadonlySet<string> = new Set([
  "script",
  "style",
  "head",
  "title",
  "template",
  "iframe",
  "object",
  "svg",
])
const blocks: ReadonlySet<string> = new Set([
  "p",
  "div",
  "section",
  "article",
  "blockquote",
  "figure",
  "header",
  "footer",
])
const marks: Readonly<Record<string, string>> = { b: "**", strong: "**", i: "*", em: "*", s: "~~", del: "~~" }

interface List {
  readonly isOrdered: boolean
  count: number
}

/** What an item of a list begins with. */
const itemMark = /^ *(?:-|\d+\.) $/

/** The Markdown of an HTML text. */
export function htmlToMarkdown(html: string): string {
  const text = html.length > longest ? html.slice(0, longest) : html
  const out: string[] = []
  const lists: List[] = []
  let [isPre, isCode] = [false, false]
  let language = ""
  let pre = ""
  let link: string | undefined
  let row: string[] | undefined
  let cell = ""
  let isFirstRow = false
  const write = (piece: string) => {
    if (isPre) pre += piece
    else if (row !== undefined) cell += piece
    else out.push(piece)
  }
  const breakTo = (lines: number) => {
    if (isPre) return
    if (row !== undefined) {
      // A cell is one line.
      if (cell !== "" && !cell.endsWith(" ")) cell += " "
      return
    }
    const last = out.at(-1) ?? ""
    const end = last.endsWith("\n\n") ? 2 : last.endsWith("\n") ? 1 : 0
    if (out.length > 0 && end < lines) out.push("\n".repeat(lines - end))
  }
  // Letters of other scripts keep their length like this, and with it the places of all others.
  const lower = text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
  for (let at = 0; at < text.length;) {
    const open = text.indexOf("<", at)
    const words = decodeEntities(text.slice(at, open === -1 ? undefined : open))
    if (words !== "") write(isPre || isCode ? words : words.replace(/[ \t\r\n\f]+/g, " "))
    if (open === -1) break
    if (text.startsWith("<!--", open)) {
      const end = text.indexOf("-->", open + 4)
      at = end === -1 ? text.length : end + 3
      continue
    }
    if (!/[a-zA-Z!/?]/.test(text[open + 1] ?? "")) {
      write("<")
      at = open + 1
      continue
    }
    const end = endOfTag(text, open + 1)
    const tag = text.slice(open + 1, end)
    const [, slash = "", rawName = ""] = /^(\/?)([a-zA-Z][\w-]*)/.exec(tag) ?? []
    at = end + 1
    if (rawName === "") continue
    const name = rawName.toLowerCase()
    const isEnd = slash === "/"
    if (skipped.has(name)) {
      if (!isEnd && !tag.endsWith("/")) {
        const close = lower.indexOf(`</${name}`, at)
        at = close === -1 ? text.length : endOfTag(text, close) + 1
      }
      continue
    }
    if (name === "pre") {
      if (isEnd && isPre) {
        isPre = false
        const fence = "`".repeat(Math.max(3, ...[...pre.matchAll(/`+/g)].map(([ticks]) => ticks.length + 1)))
        breakTo(2)
        write(`${fence}${language}\n${pre.replace(/^\n|\n$/g, "")}\n${fence}`)
        breakTo(2)
      } else if (!isEnd) {
        ;[isPre, pre, language] = [true, "", ""]
      }
    } else if (name === "code") {
      if (isPre) {
        const [, named = ""] = /class="[^"]*language-([\w+#-]{1,30})/.exec(tag) ?? []
        if (!isEnd) language = named
      } else {
        isCode = !isEnd
        write("`")
      }
    } else if (isPre) {
      if (name === "br") write("\n")
    } else if (name === "br") write(row === undefined ? "\n" : " ")
    else if (/^h[1-6]$/.test(name)) {
      breakTo(2)
      if (!isEnd) write(`${"#".repeat(Number(name[1]))} `)
    } else if (name === "ul" || name === "ol") {
      const [, start = "1"] = /\bstart="?(\d{1,9})\b/.exec(tag) ?? []
      if (isEnd) lists.pop()
      else lists.push({ isOrdered: name === "ol", count: Number(start) - 1 })
      breakTo(lists.length === 0 ? 2 : 1)
    } else if (name === "li") {
      if (isEnd) continue
      breakTo(1)
      const list = lists.at(-1)
      if (list !== undefined) list.count += 1
      write("  ".repeat(Math.min(20, Math.max(0, lists.length - 1))) + (list?.isOrdered ? `${list.count}. ` : "- "))
    } else if (name === "hr") {
      breakTo(2)
      write("---")
      breakTo(2)
    } else if (name === "a") {
      if (isEnd) {
        if (link !== undefined) write(`](${link})`)
        link = undefined
      } else {
        const href = decodeEntities(/\bhref="([^"]*)"/.exec(tag)?.[1] ?? "")
        link = /^https?:\/\/[^\s()<>]+$/.test(href) ? href : undefined
        if (link !== undefined) write("[")
      }
    } else if (name === "table") {
      breakTo(2)
      isFirstRow = !isEnd
    } else if (name === "tr") {
      if (isEnd && row !== undefined) {
        const cells = row
        row = undefined
        breakTo(1)
        write(`| ${cells.join(" | ")} |\n`)
        if (isFirstRow) write(`|${" --- |".repeat(Math.max(1, cells.length))}\n`)
        isFirstRow = false
      } else if (!isEnd) {
        ;[row, cell] = [[], ""]
      }
    } else if (name === "td" || name === "th") {
      if (isEnd && row !== undefined) row.push(cell.trim().replaceAll("|", "\\|"))
      cell = ""
    } else if (Object.hasOwn(marks, name)) write(marks[name] ?? "")
    // A paragraph that begins a list's item stands behind its mark.
    else if (blocks.has(name) && !(row === undefined && !isEnd && itemMark.test(out.at(-1) ?? ""))) breakTo(2)
  }
  const lines = out.join("").split("\n")
  return lines
    .map((line) => line.trimEnd())
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim()
}

/** Where a tag ends that begins at `at`; a sign in quotes ends none. */
export function endOfTag(text: string, at: number): number {
  let quote = ""
  for (let index = at; index < text.length; index += 1) {
    const sign = text[index] ?? ""
    if (quote !== "") {
      if (sign === quote) quote = ""
    } else if (sign === ">") return index
    else if (sign === '"' || (sign === "'" && text[index - 1] === "=")) quote = sign
  }
  return text.length
}
