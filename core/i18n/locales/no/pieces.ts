import { plural } from "../../plural.ts"
import type { PieceTexts } from "../pt/pieces.ts"

export const pieces: PieceTexts = {
  picture: (count: number) => plural("no", count, { one: "# bilde", other: "# bilder" }),
  character: (count: number) => plural("no", count, { one: "# tegn", other: "# tegn" }),
  second: (count: number) => plural("no", count, { one: "# sekund", other: "# sekunder" }),
}
