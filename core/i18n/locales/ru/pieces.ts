import { plural } from "../../plural.ts"
import type { PieceTexts } from "../pt/pieces.ts"

export const pieces: PieceTexts = {
  picture: (count: number) =>
    plural("ru", count, {
      one: "# изображение",
      few: "# изображения",
      other: "# изображений",
    }),
  character: (count: number) => plural("ru", count, { one: "# символ", few: "# символа", other: "# символов" }),
  second: (count: number) => plural("ru", count, { one: "# секунда", few: "# секунды", other: "# секунд" }),
}
