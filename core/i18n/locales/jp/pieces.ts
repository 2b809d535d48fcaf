import { plural } from "../../plural.ts"
import type { PieceTexts } from "../pt/pieces.ts"

export const pieces: PieceTexts = {
  picture: (count: number) => plural("ja", count, { other: "画像#枚" }),
  character: (count: number) => plural("ja", count, { other: "#文字" }),
  second: (count: number) => plural("ja", count, { other: "#秒" }),
}
