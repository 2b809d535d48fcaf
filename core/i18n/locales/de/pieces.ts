import { plural } from "../../plural.ts"
import type { PieceTexts } from "../pt/pieces.ts"

export const pieces: PieceTexts = {
  picture: (count: number) => plural("de", count, { one: "# Bild", other: "# Bilder" }),
  character: (count: number) => plural("de", count, { one: "# Zeichen", other: "# Zeichen" }),
  second: (count: number) => plural("de", count, { one: "# Sekunde", other: "# Sekunden" }),
}
