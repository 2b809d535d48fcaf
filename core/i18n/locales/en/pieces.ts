import { plural } from "../../plural.ts"
import type { PieceTexts } from "../pt/pieces.ts"

export const pieces: PieceTexts = {
  picture: (count: number) => plural("en", count, { one: "# picture", other: "# pictures" }),
  character: (count: number) => plural("en", count, { one: "# character", other: "# characters" }),
  second: (count: number) => plural("en", count, { one: "# second", other: "# seconds" }),
}
