import { plural } from "../../plural.ts"
import type { PieceTexts } from "../pt/pieces.ts"

export const pieces: PieceTexts = {
  picture: (count: number) => plural("it", count, { one: "# immagine", other: "# immagini" }),
  character: (count: number) => plural("it", count, { one: "# carattere", other: "# caratteri" }),
  second: (count: number) => plural("it", count, { one: "# secondo", other: "# secondi" }),
}
