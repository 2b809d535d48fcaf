import { plural } from "../../plural.ts"
import type { PieceTexts } from "../pt/pieces.ts"

export const pieces: PieceTexts = {
  picture: (count: number) => plural("bn", count, { other: "#টি ছবি" }),
  character: (count: number) => plural("bn", count, { other: "#টি অক্ষর" }),
  second: (count: number) => plural("bn", count, { other: "# সেকেন্ড" }),
}
