/** The plain words that make the pretend model show what the product can do, and how they are found in a message. */
export const shownSections = ["tabela", "codigo", "formula", "diagrama", "pagina", "pesquise", "imagem"] as const
export type ShownSection = (typeof shownSections)[number]

export const pretendFaults = ["402", "403", "502", "503", "504", "corte", "vazio"] as const
export type PretendFault = (typeof pretendFaults)[number]

/** The behaviour that a message requests of the pretend model. */
export interface Wishes {
  /** In the order they were asked for. */
  readonly sections: readonly ShownSection[]
  readonly tool: boolean
  readonly thinking: boolean
  readonly long: boolean
  readonly slow: boolean
  readonly fault: PretendFault | undefined
}

/** Finds the words whole, without regard to accents and case: "CÓDIGO" counts, "decodigo" does not. */
export function findWishes(message: string): Wishes {
  const words = plainWords(message)
  const fault = pretendFaults.find((name) => words.some((word, at) => word === "erro" && words[at + 1] === name))
  return {
    sections: shownSections
      .filter((section) => words.includes(section))
      .toSorted((a, b) => words.indexOf(a) - words.indexOf(b)),
    tool: words.includes("ferramenta"),
    thinking: words.includes("pensa"),
    long: words.includes("longa"),
    slow: words.includes("devagar"),
    fault,
  }
}

/** The words of a text in lower case and without accents. */
export function plainWords(text: string): readonly string[] {
  return (
    text
      .normalize("NFD")
      .replaceAll(/\p{Mark}/gu, "")
      .toLowerCase()
      .match(/[\p{Letter}\p{Number}]+/gu) ?? []
  )
}
