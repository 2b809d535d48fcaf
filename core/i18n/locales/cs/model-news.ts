import type { Texts } from "../../texts.ts"

export const cs: Texts["model-news"] = {
  went: (model: string, day: string | undefined) =>
    day === undefined ? `Model ${model} byl vypnut.` : `Model ${model} byl ${day} vypnut.`,
  goesOn: (model: string) => `V této konverzaci pokračuje ${model} a nestojí víc.`,
  goesOnCheaper: (model: string) => `V této konverzaci pokračuje ${model} a stojí méně.`,
  answersFor: (model: string, asked: string) => `Místo ${asked} teď odpovídá ${model}.`,
  costsMore: (model: string, percent: string | undefined) =>
    percent === undefined ? `${model} stojí za otázku víc.` : `${model} stojí až o ${percent} víc za otázku.`,
  nobodyFollows: "Pro pokračování této konverzace zvolte jiný model.",
  goOn: "Pokračovat s ním",
  chooseOther: "Zvolit jiný",
  change: "Změnit",
  dismiss: "Skrýt upozornění",
}
