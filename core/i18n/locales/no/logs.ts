import type { Texts } from "../../texts.ts"

export const no: Texts["logs"] = {
  intro:
    "Forespørslene denne nettleseren har sendt til modellene, de nyeste først. De ligger bare på denne enheten og inneholder ikke tekst fra samtalene.",
  openStatement: "Åpne kontoutskriften",
  clear: "Tøm loggen",
  confirmClear: "Vil du slette loggen i denne nettleseren? Samtalene og kontoutskriften endres ikke.",
  empty: "Ingen forespørsler ennå. Still et spørsmål, så dukker det opp her.",
  title: "tittel",
  summary: "sammendrag",
  tokens: (input: string, output: string) => `Tokener: ${input} sendt, ${output} mottatt`,
  seconds: (seconds: string) => `${seconds} s`,
  failed: "Uten svar",
}
