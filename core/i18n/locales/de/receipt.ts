import type { Texts } from "../../texts.ts"
import { plural } from "../../plural.ts"
import { pieces } from "./pieces.ts"

export const de: Texts["receipt"] = {
  input: (tokens: string) => `Frage und Verlauf · ${tokens} Token`,
  cached: (tokens: string) => `Aus dem Cache des Anbieters · ${tokens} Token`,
  output: (tokens: string) => `Antwort · ${tokens} Token`,
  reasoning: (tokens: string) => `davon ${tokens} fürs Nachdenken`,
  search: (calls: number) => plural("de", calls, { one: "# Websuche", other: "# Websuchen" }),
  pieces,
  fromPackage: "aus dem Paket",
  total: "Summe",
  rounds: (count: number) => `${count} Runden`,
  estimated: "Der Anbieter hat die Token nicht gemeldet; sie wurden hier gezählt.",
}
