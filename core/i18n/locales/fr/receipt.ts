import type { Texts } from "../../texts.ts"
import { plural } from "../../plural.ts"
import { pieces } from "./pieces.ts"

export const fr: Texts["receipt"] = {
  input: (tokens: string) => `Question et historique · ${tokens} tokens`,
  cached: (tokens: string) => `Depuis le cache du fournisseur · ${tokens} tokens`,
  output: (tokens: string) => `Réponse · ${tokens} tokens`,
  reasoning: (tokens: string) => `dont ${tokens} de raisonnement`,
  search: (calls: number) => plural("fr", calls, { one: "# recherche Web", other: "# recherches Web" }),
  pieces,
  fromPackage: "du forfait",
  total: "Total",
  rounds: (count: number) => `${count}\u00a0tours`,
  estimated: "Le fournisseur n’a pas indiqué les tokens ; ils ont été comptés ici.",
}
