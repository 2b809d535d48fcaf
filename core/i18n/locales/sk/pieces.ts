import { plural } from "../../plural.ts"
import type { PieceTexts } from "../pt/pieces.ts"

export const pieces: PieceTexts = {
  picture: (count: number) =>
    plural("sk", count, {
      one: "# obrázok",
      few: "# obrázky",
      many: "# obrázka",
      other: "# obrázkov",
    }),
  character: (count: number) =>
    plural("sk", count, {
      one: "# znak",
      few: "# znaky",
      many: "# znaku",
      other: "# znakov",
    }),
  second: (count: number) =>
    plural("sk", count, {
      one: "# sekunda",
      few: "# sekundy",
      many: "# sekundy",
      other: "# sekúnd",
    }),
}
