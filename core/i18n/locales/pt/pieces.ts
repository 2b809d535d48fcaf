import { plural } from "../../plural.ts"

/** What calls are priced by where not by tokens, counted. */
export const pieces = {
  picture: (count: number) => plural("pt-BR", count, { one: "# imagem", other: "# imagens" }),
  character: (count: number) => plural("pt-BR", count, { one: "# caractere", other: "# caracteres" }),
  second: (count: number) => plural("pt-BR", count, { one: "# segundo", other: "# segundos" }),
}

export type PieceTexts = typeof pieces
