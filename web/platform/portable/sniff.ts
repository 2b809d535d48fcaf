import { isZip, readZip } from "./zip-reader.ts"

/** How much of a file is looked at, in bytes. */
const headBytes = 65_536

/** What stands near the beginning of every export. A text that somebody wants to ask about has hardly two of them. */
const signs: readonly (readonly string[])[] = [
  ['"mapping"', '"parent"'],
  ['"chat_messages"', '"uuid"'],
  ['"header"', '"products"', "Gemini"],
  ['"chat-next-web-store"'],
  ['"sessions"', '"topic"', '"messages"'],
  ['"chat"', '"history"', '"currentId"'],
  ['"conversationId"', '"messageId"'],
  ['"product":"prosa"'],
  ['"prosa"', '"messages"', '"topic"'],
]

/** Whether a file that was dropped on the page is an export or a backup, rather than something to ask about. */
export async function isExport(file: File): Promise<boolean> {
  try {
    if (await isZip(file)) {
      const { entries } = await readZip(file)
      const names = entries.map(({ name }) => name)
      // Documents of office programs are ZIP files too.
      const isDocument = names.includes("[Content_Types].xml") || names.includes("mimetype")
      const isOfArchives = names.length > 0 && names.every((name) => /\.zip$/i.test(name))
      return !isDocument && (isOfArchives || names.some((name) => /\.json$/i.test(name)))
    }
    const head = await file.slice(0, headBytes).text()
    return isExportText(head)
  } catch {
    return false
  }
}

/** Whether a text begins as exports do. */
export function isExportText(head: string): boolean {
  return (
    /^\s*[[{]/.test(head.replace(/^\u{feff}/u, "")) && signs.some((all) => all.every((sign) => head.includes(sign)))
  )
}
