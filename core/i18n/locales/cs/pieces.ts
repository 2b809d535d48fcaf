import { plural } from "../../plural.ts"
import type { PieceTexts } from "../pt/pieces.ts"

export const pieces: PieceTexts = {
  picture: (count: number) =>
    plural("cs", count, {
      one: "# obrázek",
      few: "# obrázky",
      many: "# obrázku",
      other: "# obrázků",
    }),
  character: (count: number) =>
    plural("cs", count, {
      one: "# znak",
      few: "# znaky",
      many: "# znaku",
      other: "# znaků",
    }),
  second: (count: number) =>
    plural("cs", count, {
      one: "# sekunda",
      few: "# sekundy",
      many: "# sekundy",
      other: "# sekund",
    }),
}
