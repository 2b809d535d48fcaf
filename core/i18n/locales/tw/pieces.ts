import { plural } from "../../plural.ts"
import type { PieceTexts } from "../pt/pieces.ts"

export const pieces: PieceTexts = {
  picture: (count: number) => plural("zh-TW", count, { other: "# 張圖片" }),
  character: (count: number) => plural("zh-TW", count, { other: "# 個字元" }),
  second: (count: number) => plural("zh-TW", count, { other: "# 秒" }),
}
