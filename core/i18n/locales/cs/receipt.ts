import type { Texts } from "../../texts.ts"
import { plural } from "../../plural.ts"
import { pieces } from "./pieces.ts"

export const cs: Texts["receipt"] = {
  input: (tokens: string) => `Dotaz a historie · tokeny: ${tokens}`,
  cached: (tokens: string) => `Z mezipaměti poskytovatele · tokeny: ${tokens}`,
  output: (tokens: string) => `Odpověď · tokeny: ${tokens}`,
  reasoning: (tokens: string) => `z toho uvažování: ${tokens}`,
  search: (calls: number) => plural("cs", calls, { other: "# hledání na webu" }),
  pieces,
  fromPackage: "z balíčku",
  total: "Celkem",
  rounds: (count: number) => plural("cs", count, { few: "# kola", other: "# kol" }),
  estimated: "Poskytovatel počet tokenů nesdělil; spočítali jsme je tady.",
}
