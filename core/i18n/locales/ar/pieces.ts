import { plural } from "../../plural.ts"
import type { PieceTexts } from "../pt/pieces.ts"

export const pieces: PieceTexts = {
  picture: (count: number) =>
    plural("ar", count, {
      zero: "# صورة",
      one: "صورة واحدة",
      two: "صورتان",
      few: "# صور",
      many: "# صورة",
      other: "# صورة",
    }),
  character: (count: number) =>
    plural("ar", count, {
      zero: "# حرف",
      one: "حرف واحد",
      two: "حرفان",
      few: "# أحرف",
      many: "# حرفًا",
      other: "# حرف",
    }),
  second: (count: number) =>
    plural("ar", count, {
      zero: "# ثانية",
      one: "ثانية واحدة",
      two: "ثانيتان",
      few: "# ثوانٍ",
      many: "# ثانية",
      other: "# ثانية",
    }),
}
