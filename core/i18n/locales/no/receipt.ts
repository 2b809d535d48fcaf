import type { Texts } from "../../texts.ts"
import { plural } from "../../plural.ts"
import { pieces } from "./pieces.ts"

export const no: Texts["receipt"] = {
  input: (tokens: string) => `Spørsmål og historikk · ${tokens} tokener`,
  cached: (tokens: string) => `Fra leverandørens mellomlager · ${tokens} tokener`,
  output: (tokens: string) => `Svar · ${tokens} tokener`,
  reasoning: (tokens: string) => `av dette ${tokens} til resonnering`,
  search: (calls: number) => `Nettsøk · ${plural("nb", calls, { other: "# søk" })}`,
  pieces,
  fromPackage: "fra pakken",
  total: "Totalt",
  rounds: (count: number) => `${count} runder`,
  estimated: "Leverandøren oppga ikke tokenene; de ble talt her.",
}
