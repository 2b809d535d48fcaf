import { xmlText } from "#core/portable/xml-text.ts"
import { cutsOf, uncutIn } from "./picture-cuts.ts"
import { openPngPacker, type PngPacker } from "./png-packer.ts"

/*
 * A part of the page as pictures: it is laid out on the page, cut between its blocks, and each piece drawn from an SVG that has
 * everything in it: style sheets, fonts and pictures. Nothing is fetched while it is drawn, and nothing in it can run.
 */

/** Highest piece, in CSS pixels: canvases end near 16 000 px, and phones' earlier. */
const highestPx = 4_000
const scale = 2

export interface ChatPicture {
  readonly blob: Blob
  /** In CSS pixels. */
  readonly widthPx: number
  readonly heightPx: number
}

export interface Picturing {
  /** What is drawn; its children are never cut, unless one is higher than a page. */
  readonly card: HTMLElement
  readonly isDark: boolean
}

/** Draws a card. Rejects where the browser draws none. */
export async function drawCard(picturing: Picturing): Promise<readonly ChatPicture[]> {
  const packer = openPngPacker()
  try {
    return await drawWith(packer, picturing)
  } finally {
    packer.close()
  }
}

async function drawWith(packer: PngPacker, { card, isDark }: Picturing): Promise<readonly ChatPicture[]> {
  const widthPx = card.offsetWidth
  const pieces = piecesOf(card)
  const [styles, sources] = await Promise.all([styleText(card), pictureData(card)])
  const root = document.documentElement
  const attributes = `data-theme="${isDark ? "dark" : "light"}" style="color-scheme:${isDark ? "dark" : "light"};${escapeText(root.style.cssText)}"`
  // With the fonts it is most of what is drawn from: it is written for the address once.
  const style = encodeURIComponent(`<style>${styles}</style>`)
  const draw = async ({ from, to, skip, heightPx }: Piece): Promise<ChatPicture> => {
    const shell = card.cloneNode(false) as HTMLElement
    const blocks = [...card.children].slice(from, to)
    for (const block of blocks) shell.append(block.cloneNode(true))
    shell.style.height = ""
    shell.style.minHeight = "0"
    const images = shell.querySelectorAll("img")
    const originals = blocks.flatMap((block) => [...block.querySelectorAll("img")])
    for (const [at, image] of images.entries()) {
      const data = sources.get(originals[at] as HTMLImageElement)
      if (data === undefined) image.remove()
      else image.setAttribute("src", data)
    }
    const html = xmlText(new XMLSerializer().serializeToString(shell))
    const head = `<svg xmlns="http://www.w3.org/2000/svg" width="${widthPx}" height="${heightPx}" ${attributes}>`
    // The card's height is no whole number: below its end, too, is the background, that of the picture's own theme.
    const ground = `<rect width="100%" height="100%" style="fill:var(--page)"/>`
    const body = `${ground}<foreignObject x="0" y="${-skip}" width="${widthPx}" height="${heightPx + skip}">${html}</foreignObject></svg>`
    const image = new Image()
    image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(head)}${style}${encodeURIComponent(body)}`
    await image.decode()
    const [width, height] = [widthPx * scale, heightPx * scale]
    const canvas = packer.canvas(width, height)
    if (canvas === undefined) throw new Error("this browser gives no canvas of the size")
    canvas.context.drawImage(image, 0, 0, width, height)
    return { blob: await canvas.png(), widthPx, heightPx }
  }
  const drawn: Promise<ChatPicture>[] = []
  for (const piece of pieces) {
    const one = draw(piece)
    // Whoever waits for all of them hears of it; until then nobody else does.
    one.catch(() => {})
    drawn.push(one)
    // Two at a time: while one is packed, the next is drawn.
    // oxlint-disable-next-line no-await-in-loop
    if (drawn.length > 1) await drawn.at(-2)
  }
  return Promise.all(drawn)
}

interface Piece {
  /** Children of the card. */
  readonly from: number
  readonly to: number
  /** How much of the first is on the page before, in CSS pixels. */
  readonly skip: number
  readonly heightPx: number
}

/** Where a card is cut: before the child that would not fit, and through one that is higher than a page. */
function piecesOf(card: HTMLElement): readonly Piece[] {
  const style = getComputedStyle(card)
  const padding = Number.parseFloat(style.paddingTop) + Number.parseFloat(style.paddingBottom)
  const gap = Number.parseFloat(style.rowGap) || 0
  const top = Number.parseFloat(style.paddingTop)
  const children = [...card.children]
  const heights = children.map((child) => child.getBoundingClientRect().height)
  const pieces: Piece[] = []
  let from = 0
  let height = padding
  for (const [at, own] of heights.entries()) {
    const isFirst = at === from
    // One that is higher than a picture begins where the others end, and is cut.
    if (!isFirst && height + gap + own > highestPx && padding + own <= highestPx) {
      pieces.push({ from, to: at, skip: 0, heightPx: Math.ceil(height) })
      from = at
      height = padding
    }
    height += own + (at === from ? 0 : gap)
    if (height <= highestPx) continue
    let skip = 0
    for (const cut of cutsOf(height, highestPx, uncutIn(children.slice(from, at + 1), top))) {
      pieces.push({ from, to: at + 1, skip, heightPx: Math.ceil(cut - skip) })
      skip = cut
    }
    from = at + 1
    height = padding
  }
  if (from < heights.length) pieces.push({ from, to: heights.length, skip: 0, heightPx: Math.ceil(height) })
  return pieces
}

/** The page's own style sheets as text, with the fonts that the card's letters need in it. */
async function styleText(card: HTMLElement): Promise<string> {
  const rules: string[] = []
  const fonts: CSSFontFaceRule[] = []
  for (const sheet of document.styleSheets) {
    for (const rule of rulesOf(sheet)) {
      if (rule instanceof CSSFontFaceRule) fonts.push(rule)
      else rules.push(rule.cssText)
    }
  }
  const text = card.textContent ?? ""
  const families = new Set(
    [...card.querySelectorAll("*"), card].flatMap((element) => familiesOf(getComputedStyle(element).fontFamily)),
  )
  const needed = fonts.filter(
    ({ style }) =>
      families.has(plainName(style.getPropertyValue("font-family"))) &&
      covers(style.getPropertyValue("unicode-range"), text),
  )
  const faces = await Promise.all(needed.map(fontFace))
  return escapeText([...faces, ...rules].join("\n"))
}

function rulesOf(sheet: CSSStyleSheet): readonly CSSRule[] {
  try {
    return [...sheet.cssRules]
  } catch {
    return []
  }
}

function familiesOf(list: string): readonly string[] {
  return list.split(",").map(plainName)
}

function plainName(name: string): string {
  return name.trim().replace(/^["']|["']$/g, "")
}

/** Whether a font has a sign of the text. Without a range it has all. */
function covers(range: string, text: string): boolean {
  if (range.trim() === "") return true
  const parts = range.split(",").map((part) => {
    const [from = "", to] = part.trim().replace(/^U\+/i, "").split("-")
    const low = Number.parseInt(from.replaceAll("?", "0"), 16)
    const high = to === undefined ? Number.parseInt(from.replaceAll("?", "F"), 16) : Number.parseInt(to, 16)
    return [low, high] as const
  })
  const signs = new Set(text)
  for (const sign of signs) {
    const code = sign.codePointAt(0) ?? 0
    if (parts.some(([low, high]) => code >= low && code <= high)) return true
  }
  return false
}

async function fontFace({ style, parentStyleSheet }: CSSFontFaceRule): Promise<string> {
  const [, rest = ""] = style.getPropertyValue("src").split("url(", 2)
  const address = rest.slice(0, rest.indexOf(")")).replaceAll(/["']/g, "")
  try {
    const url = new URL(address, parentStyleSheet?.href ?? location.href)
    const data = await dataUrl(await (await fetch(url)).blob())
    const rest = ["font-family", "font-weight", "font-style", "unicode-range"].map((name) => {
      const value = style.getPropertyValue(name)
      return value === "" ? "" : `${name}:${value};`
    })
    return `@font-face{${rest.join("")}src:url("${data}")}`
  } catch {
    return ""
  }
}

/** The pictures of the card as texts: an SVG reaches for nothing outside of it. */
async function pictureData(card: HTMLElement): Promise<ReadonlyMap<HTMLImageElement, string>> {
  const found = new Map<HTMLImageElement, string>()
  for (const image of card.querySelectorAll("img")) {
    const { src, naturalWidth, naturalHeight } = image
    if (src.startsWith("data:")) found.set(image, src)
    else if (src.startsWith("blob:") && naturalWidth > 0) {
      const canvas = document.createElement("canvas")
      canvas.width = naturalWidth
      canvas.height = naturalHeight
      canvas.getContext("2d")?.drawImage(image, 0, 0)
      found.set(image, canvas.toDataURL("image/jpeg", 0.9))
      canvas.width = 0
    }
  }
  return found
}

function escapeText(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;")
}

function dataUrl(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(typeof reader.result === "string" ? reader.result : "")
    reader.onerror = () => reject(reader.error ?? new Error("a font cannot be read"))
    reader.readAsDataURL(blob)
  })
}
