import type { Texts } from "../../texts.ts"
import { plural } from "../../plural.ts"
import { pieces } from "./pieces.ts"

export const it: Texts["receipt"] = {
  input: (tokens: string) => `Domanda e cronologia · ${tokens} token`,
  cached: (tokens: string) => `Dalla cache del fornitore · ${tokens} token`,
  output: (tokens: string) => `Risposta · ${tokens} token`,
  reasoning: (tokens: string) => `di cui ${tokens} di ragionamento`,
  search: (calls: number) => plural("it", calls, { one: "# ricerca sul web", other: "# ricerche sul web" }),
  pieces,
  fromPackage: "dal pacchetto",
  total: "Totale",
  rounds: (count: number) => `${count} giri`,
  estimated: "Il fornitore non ha comunicato i token; sono stati contati qui.",
}
