import type { Texts } from "../../texts.ts"

export const sk: Texts["model-news"] = {
  went: (model: string, day: string | undefined) =>
    day === undefined ? `Model ${model} bol vypnutý.` : `Model ${model} bol ${day} vypnutý.`,
  goesOn: (model: string) => `V tejto konverzácii pokračuje ${model} a nestojí viac.`,
  goesOnCheaper: (model: string) => `V tejto konverzácii pokračuje ${model} a stojí menej.`,
  answersFor: (model: string, asked: string) => `Namiesto ${asked} teraz odpovedá ${model}.`,
  costsMore: (model: string, percent: string | undefined) =>
    percent === undefined ? `${model} stojí za otázku viac.` : `${model} stojí až o ${percent} viac za otázku.`,
  nobodyFollows: "Na pokračovanie tejto konverzácie zvoľte iný model.",
  goOn: "Pokračovať s ním",
  chooseOther: "Zvoliť iný",
  change: "Zmeniť",
  dismiss: "Skryť upozornenie",
}
