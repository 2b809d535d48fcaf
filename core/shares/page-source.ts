/** Languages of code that a browser can show as a page. */
const pageLanguages: readonly string[] = ["html", "svg", "xhtml"]

/** Whether code is a page or a drawing that a browser can show by itself. */
export function isPageSource(code: string, language: string): boolean {
  const begin = code.trimStart().slice(0, 200).toLowerCase()
  if (pageLanguages.includes(language.toLowerCase())) return begin !== ""
  return /^(?:<!doctype html|<html[\s>]|<svg[\s>]|<\?xml[^>]{0,100}>\s*<svg[\s>])/.test(begin)
}

/** The title of a page, as its source names it; empty where it does not. */
export function titleOfPage(code: string): string {
  const begin = code.slice(0, 20_000)
  const opens = begin.toLowerCase().indexOf("<title")
  const from = opens === -1 ? 0 : begin.indexOf(">", opens) + 1
  const to = from === 0 ? -1 : begin.indexOf("<", from)
  return to === -1
    ? ""
    : begin
        .slice(from, Math.min(to, from + 200))
        .replaceAll(/\s+/g, " ")
        .trim()
}

/** The source as a whole page: a drawing or a part of a page gets a frame that fits it to the screen. */
export function wholePage(code: string): string {
  const isDrawing = /^\s*(?:<\?xml[^>]{0,100}>\s*)?<svg[\s>]/i.test(code)
  if (!isDrawing) return code
  const style =
    "html,body{height:100%;margin:0}body{display:grid;place-items:center}svg{max-width:100%;max-height:100%}"
  return `<!doctype html><meta charset="utf-8"><style>${style}</style>${code}`
}
