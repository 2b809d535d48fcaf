import { plural } from "../../plural.ts"
import type { PieceTexts } from "../pt/pieces.ts"

export const pieces: PieceTexts = {
  picture: (count: number) => plural("es", count, { one: "# imagen", other: "# imágenes" }),
  character: (count: number) => plural("es", count, { one: "# carácter", other: "# caracteres" }),
  second: (count: number) => plural("es", count, { one: "# segundo", other: "# segundos" }),
}
