import { plural } from "../../plural.ts"
import type { PieceTexts } from "../pt/pieces.ts"

export const pieces: PieceTexts = {
  picture: (count: number) => plural("ko", count, { other: "이미지 #장" }),
  character: (count: number) => plural("ko", count, { other: "#자" }),
  second: (count: number) => plural("ko", count, { other: "#초" }),
}
