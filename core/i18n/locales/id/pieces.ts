import { plural } from "../../plural.ts"
import type { PieceTexts } from "../pt/pieces.ts"

export const pieces: PieceTexts = {
  picture: (count: number) => plural("id", count, { other: "# gambar" }),
  character: (count: number) => plural("id", count, { other: "# karakter" }),
  second: (count: number) => plural("id", count, { other: "# detik" }),
}
