import type { Texts } from "../../texts.ts"

export const it: Texts["model-news"] = {
  went: (model: string, day: string | undefined) =>
    day === undefined ? `${model} è stato ritirato.` : `${model} è stato ritirato il ${day}.`,
  goesOn: (model: string) => `Questa conversazione continua con ${model}, senza costare di più.`,
  goesOnCheaper: (model: string) => `Questa conversazione continua con ${model}, che costa meno.`,
  answersFor: (model: string, asked: string) => `Ora ${model} risponde al posto di ${asked}.`,
  costsMore: (model: string, percent: string | undefined) =>
    percent === undefined
      ? `${model} costa di più per domanda.`
      : `${model} costa fino al ${percent} in più per domanda.`,
  nobodyFollows: "Scegli un altro modello per continuare questa conversazione.",
  goOn: "Continua con questo",
  chooseOther: "Scegline un altro",
  change: "Cambia",
  dismiss: "Nascondi l’avviso",
}
