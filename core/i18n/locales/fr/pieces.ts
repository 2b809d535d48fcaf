import { plural } from "../../plural.ts"
import type { PieceTexts } from "../pt/pieces.ts"

export const pieces: PieceTexts = {
  picture: (count: number) => plural("fr", count, { one: "# image", other: "# images" }),
  character: (count: number) => plural("fr", count, { one: "# caractère", other: "# caractères" }),
  second: (count: number) => plural("fr", count, { one: "# seconde", other: "# secondes" }),
}
