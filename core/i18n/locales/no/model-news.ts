import type { Texts } from "../../texts.ts"

export const no: Texts["model-news"] = {
  went: (model: string, day: string | undefined) =>
    day === undefined ? `${model} er slått av.` : `${model} ble slått av ${day}.`,
  goesOn: (model: string) => `Samtalen fortsetter med ${model}, uten å koste mer.`,
  goesOnCheaper: (model: string) => `Samtalen fortsetter med ${model}, som koster mindre.`,
  answersFor: (model: string, asked: string) => `${model} svarer nå i stedet for ${asked}.`,
  costsMore: (model: string, percent: string | undefined) =>
    percent === undefined ? `${model} koster mer per spørsmål.` : `${model} koster opptil ${percent} mer per spørsmål.`,
  nobodyFollows: "Velg en annen modell for å fortsette samtalen.",
  goOn: "Fortsett med den",
  chooseOther: "Velg en annen",
  change: "Bytt",
  dismiss: "Lukk varselet",
}
