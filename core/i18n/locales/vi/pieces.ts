import { plural } from "../../plural.ts"
import type { PieceTexts } from "../pt/pieces.ts"

export const pieces: PieceTexts = {
  picture: (count: number) => plural("vi", count, { other: "# hình ảnh" }),
  character: (count: number) => plural("vi", count, { other: "# ký tự" }),
  second: (count: number) => plural("vi", count, { other: "# giây" }),
}
