/** Small PDF files, written by hand. */
export interface PdfPages {
  /** One page for each; an empty text is a page without any, as a scanner makes. */
  readonly pages: readonly string[]
  /** Needs a password that nobody has. */
  readonly locked?: boolean
}

export function pdfOf({ pages, locked = false }: PdfPages): Buffer {
  const objects: string[] = []
  const add = (body: string) => objects.push(body)
  const kids = pages.map((_, index) => `${4 + index * 2} 0 R`).join(" ")
  add("<< /Type /Catalog /Pages 2 0 R >>")
  add(`<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`)
  add("<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>")
  for (const [index, text] of pages.entries()) {
    const lines = text.split("\n").map((line) => `(${line.replace(/[\\()]/g, "\\$&")}) Tj T*`)
    const stream = text === "" ? "0 0 m" : `BT /F1 12 Tf 14 TL 72 720 Td ${lines.join(" ")} ET`
    const resources = "/Resources << /Font << /F1 3 0 R >> >>"
    add(`<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] ${resources} /Contents ${5 + index * 2} 0 R >>`)
    add(`<< /Length ${Buffer.byteLength(stream, "latin1")} >>\nstream\n${stream}\nendstream`)
  }
  const key = "00".repeat(32)
  if (locked) add(`<< /Filter /Standard /V 1 /R 2 /O <${key}> /U <${key}> /P -4 >>`)
  let file = "%PDF-1.4\n"
  const offsets = objects.map((body, index) => {
    const offset = Buffer.byteLength(file, "latin1")
    file += `${index + 1} 0 obj\n${body}\nendobj\n`
    return offset
  })
  const start = Buffer.byteLength(file, "latin1")
  const rows = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("")
  const encrypt = locked ? ` /Encrypt ${objects.length} 0 R /ID [<${key}> <${key}>]` : ""
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}`
  file += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R${encrypt} >>\nstartxref\n${start}\n%%EOF\n`
  return Buffer.from(file, "latin1")
}
