import { plural } from "../../plural.ts"
import type { PieceTexts } from "../pt/pieces.ts"

export const pieces: PieceTexts = {
  picture: (count: number) => plural("zh-CN", count, { other: "# 张图片" }),
  character: (count: number) => plural("zh-CN", count, { other: "# 个字符" }),
  second: (count: number) => plural("zh-CN", count, { other: "# 秒" }),
}
