/** A marked piece of text: `k00120` stands in the text where piece 120 begins. */
const marker = (piece: number) => `k${String(piece).padStart(5, "0")}`

const words = (
  "a conversa segue pelo mercado da esquina enquanto chove e ninguém tem pressa porque o café está quente e a cidade " +
  "aprende devagar a contar as suas histórias com números, nomes e lugares que cabem na palma da mão"
).split(" ")

/** The pieces that hold a marker. */
export function markersOf(pieces: readonly string[]): readonly number[] {
  return pieces.flatMap((piece, at) => (piece.startsWith(marker(at)) ? [at] : []))
}

/** Prose has a marker every so many pieces. */
const markEvery = 5

/**
 * A long answer as models write them: headings, paragraphs with emphasis and links, lists, tables and code. One piece is
 * about one token.
 */
export function longAnswer(pieces: number): readonly string[] {
  const text: string[] = []
  const block = () => {
    const kind = Math.floor(text.length / 100) % 6
    if (kind === 0) text.push("\n\n## ", "Um ", "título ", "de seção", "\n\n")
    else if (kind === 3) return codeBlock(text)
    else if (kind === 4) return listBlock(text)
    else if (kind === 5) return tableBlock(text)
    proseInto(text, 60)
    text.push("\n\n")
  }
  while (text.length < pieces) block()
  return text.slice(0, pieces)
}

/** Writes `count` words, with emphasis, links and markers. */
export function proseInto(text: string[], count: number): void {
  for (let n = 0; n < count; n++) {
    const word = words[text.length % words.length] ?? ""
    if (text.length % markEvery === 0) text.push(`${marker(text.length)} `)
    else if (text.length % 23 === 0) text.push(`**${word}** `)
    else if (text.length % 37 === 0) text.push(`[${word}](https://exemplo.com.br/${n}) `)
    else text.push(`${word} `)
  }
}

function codeBlock(text: string[]): void {
  text.push("```ts\n")
  for (let line = 0; line < 12; line++) {
    text.push("const ", `valor${line} `, "= ", `calcular(${line}) `)
    proseInto(text, 1)
    text.push("\n")
  }
  text.push("```\n\n")
}

function listBlock(text: string[]): void {
  for (let item = 0; item < 8; item++) {
    text.push("- ")
    proseInto(text, 12)
    text.push("\n")
  }
  text.push("\n")
}

function tableBlock(text: string[]): void {
  text.push("| Cidade | ", "População | ", "Nota |\n", "| --- | ", "---: | ", "--- |\n")
  for (let row = 0; row < 8; row++) {
    text.push("| ")
    proseInto(text, 4)
    text.push(`| ${row * 1234} | `)
    proseInto(text, 2)
    text.push("|\n")
  }
  text.push("\n")
}
