import type { Texts } from "../../texts.ts"
import { plural } from "../../plural.ts"
import { pieces } from "./pieces.ts"

export const sk: Texts["receipt"] = {
  input: (tokens: string) => `Otázka a história · tokeny: ${tokens}`,
  cached: (tokens: string) => `Z cache poskytovateľa · tokeny: ${tokens}`,
  output: (tokens: string) => `Odpoveď · tokeny: ${tokens}`,
  reasoning: (tokens: string) => `z toho uvažovanie: ${tokens}`,
  search: (calls: number) =>
    plural("sk", calls, {
      one: "# vyhľadávanie na webe",
      few: "# vyhľadávania na webe",
      other: "# vyhľadávaní na webe",
    }),
  pieces,
  fromPackage: "z balíka",
  total: "Spolu",
  rounds: (count: number) => plural("sk", count, { few: "# kolá", other: "# kôl" }),
  estimated: "Poskytovateľ počet tokenov neuviedol; spočítali sme ich tu.",
}
