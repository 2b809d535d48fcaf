import { plural } from "../../plural.ts"
import type { PieceTexts } from "../pt/pieces.ts"

export const pieces: PieceTexts = {
  picture: (count: number) => plural("tr", count, { other: "# görsel" }),
  character: (count: number) => plural("tr", count, { other: "# karakter" }),
  second: (count: number) => plural("tr", count, { other: "# saniye" }),
}
